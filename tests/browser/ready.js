// Whether the server has said all and the browser has drawn all of it: text, tables, charts.
() => {
  const app = document.querySelector("[data-testid=stApp]");
  const all = selector => [...document.querySelectorAll(selector)];
  const parts = all("[data-testid^=stBidiComponent]").map(part => part.shadowRoot ?? part);
  return app?.dataset.testScriptState === "notRunning"
    && (all("h1").length || parts.some(part => part.querySelector(".hall")))
    && !all("[data-stale=true], [data-testid=stSkeleton], [data-testid=stAppSkeleton]").length
    && parts.every(part => part.querySelector("table, .take, .hall .head"))
    && all(".stPlotlyChart").every(chart => chart.querySelector(".main-svg"));
}
