using System;
using System.Linq;
using Cairn;

static class Example
{
    static int Main()
    {
        byte[] cells = Enumerable.Repeat((byte)1, 64 * 48).ToArray(); // 1 is open
        for (int y = 0; y < 40; y++)
            cells[y * 64 + 30] = 0; // a wall with a gap below
        using (Map map = Map.FromCells(64, 48, cells))
        using (Db db = Db.Build(map))
        using (var agent = new Agent(map, db))
        {
            agent.Start(new Cell(2, 3), new Cell(60, 5));
            foreach (Step step in agent)
                Console.WriteLine($"{step.Cell.X} {step.Cell.Y}");
            return agent.Cell == new Cell(60, 5) ? 0 : 1;
        }
    }
}
