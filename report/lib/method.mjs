// How a run is measured: the text at the end of the page. docs/research/evaluation.md says it at length.

export const METHOD = `<p>Two clocks are used, and every column of times names its own.</p>
<ul>
<li><b>CPU</b>: the processor time of the measuring thread, which stands still while other work has the processor. Time per move is CPU time: a walk is timed as a whole with nothing in the loop but its steps, and its time is divided by its moves, per problem, then averaged. Pre-computation is CPU time of all threads together, so it does not depend on how many shared the work.</li>
<li><b>Wall</b>: the monotonic clock, read before and after each step of a second walk, which an agent’s determinism makes the same. The first move, p50, p99 and the worst move are wall-clock times and include reading the clock. Short walks are walked again, and the lowest time of each step counts.</li>
</ul>
<p>Times of agents that are programs of someone else’s are wall-clock times in every column, from a request to its answer: they belong beside those of other programs.</p>
<p>Where a move takes microseconds, one walk with both clocks serves for all; its time per move is by the lower of the two. Measuring runs on one thread, pinned to a processor.</p>
<p>Costs are one for a cardinal and <span class="static">1.4</span> for a diagonal move. Every problem has an optimal cost by A*.</p>
<p>The data: <code>results.csv</code> (a row for each problem and agent), <code>crowd.csv</code>, <code>summary.json</code>. <code>node report/trace.mjs</code> makes every number of this page from them again.</p>`;
