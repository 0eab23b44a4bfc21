// Hashes.cs MAPS: the lines of test/golden/walks.fnv, through the binding for C#. MAPS is a folder of maps
// NN-KIND-SIZE-CORNERS.map; test/portable/hashes.c says what the lines are.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Cairn;

// FNV-1a of bytes and of numbers of 64 bits.
sealed class Hash
{
    internal ulong Value = 0xcbf29ce484222325;

    internal void AddBytes(byte[] bytes)
    {
        foreach (byte one in bytes)
            Value = unchecked((Value ^ one) * 0x100000001b3);
    }

    internal void Add(params ulong[] numbers)
    {
        foreach (ulong number in numbers)
            for (int i = 0; i < 64; i += 8)
                Value = unchecked((Value ^ ((number >> i) & 0xff)) * 0x100000001b3);
    }

    internal void Add(Map map)
    {
        MapInfo info = map.Info;
        Add(info.OpenCells, info.Components, info.LargestComponent, info.Fingerprint, info.State, info.Version);
    }

    internal void Add(Cell cell) => Add((ulong)cell.X | (ulong)cell.Y << 16);
}

sealed class Randoms
{
    private ulong state;

    internal Randoms(int seed)
    {
        state = (ulong)seed;
    }

    internal int Draw(int end)
    {
        unchecked
        {
            ulong word = state += 0x9e3779b97f4a7c15;
            word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
            word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
            return (int)((word ^ (word >> 31)) % (ulong)end);
        }
    }
}

sealed class World
{
    private sealed class Walker
    {
        internal string Name;
        internal Db Db;
        internal Algorithm Algorithm;
    }

    private static Dictionary<Option, ulong> Set(params object[] pairs)
    {
        var made = new Dictionary<Option, ulong>();
        for (int i = 0; i < pairs.Length; i += 2)
            made[(Option)pairs[i]] = (ulong)(int)pairs[i + 1];
        return made;
    }

    private static readonly (string Name, Kind Kind, Dictionary<Option, ulong> Options)[] Recipes =
    {
        ("knn", Kind.Knn, Set(Option.Records, 40)),
        ("knn-fallback", Kind.Knn, Set(Option.Records, 10, Option.Fallback, 1)),
        ("dlrta", Kind.Dlrta, Set(Option.Level, 7)),
        ("regions", Kind.Regions, Set(Option.RegionCutoff, 30)),
        ("regions-ranges", Kind.Regions, Set(Option.TableRegions, 0, Option.RegionCutoff, 25)),
        ("regions-tree", Kind.Regions, Set(Option.TableRegions, 0, Option.RangeRegions, 0)),
        ("labels", Kind.Labels, Set()),
        ("labels-fallback", Kind.Labels, Set(Option.Fallback, 1)),
        ("dba", Kind.Dba, Set(Option.Sector, 1)),
        ("hcdps", Kind.Hcdps, Set(Option.Neighbourhood, 3)),
    };

    private static readonly Algorithm[] Alone =
    {
        Algorithm.Lrta, Algorithm.Astar, Algorithm.Tba, Algorithm.Lrts, Algorithm.Rtaa, Algorithm.Lss,
        Algorithm.Lrtak, Algorithm.Plrta, Algorithm.Falcons,
    };

    private readonly int number;
    private readonly string name;
    private readonly Corners corners;
    private readonly byte[] text;
    private readonly Map map;
    private readonly int width, height;

    internal World(string path)
    {
        string stem = Path.GetFileNameWithoutExtension(path);
        number = int.Parse(stem.Substring(0, 2));
        name = stem.Substring(3);
        corners = stem.EndsWith("-free") ? Corners.Free : Corners.Strict;
        text = File.ReadAllBytes(path);
        map = Open(false);
        width = map.Info.Width;
        height = map.Info.Height;
    }

    private Map Open(bool changing) => Map.FromText(text, corners, changing);

    private void Print(string what, Hash found) => Console.WriteLine($"{found.Value:x16}  {name}/{what}");

    private Db MakeDb(string what, Kind kind, Dictionary<Option, ulong> options)
    {
        byte[] image = new Build(map, new BuildSettings { Kind = kind, Options = options }).Run().ToBytes();
        var found = new Hash();
        found.AddBytes(image);
        Print("db-" + what, found);
        Db db = Db.FromBytes(image);
        db.Verify(number % 2 == 0 ? map : null);
        return db;
    }

    private Cell[] DrawProblem(Randoms random)
    {
        var cells = new Cell[2];
        do
            for (int i = 0; i < 2; i++)
            {
                int x = random.Draw(width);
                cells[i] = new Cell(x, random.Draw(height));
            }
        while (!map.HasPath(cells[0], cells[1]));
        return cells;
    }

    private void Change(Map living, Randoms random)
    {
        int x = random.Draw(width), y = random.Draw(height), wide = random.Draw(8) + 1, high = random.Draw(8) + 1;
        bool open = random.Draw(2) == 1;
        living.SetRect(new Rect(x, y, Math.Min(wide, width - x), Math.Min(high, height - y)), open);
    }

    private static Status GetStatus(Exception error)
    {
        if (error is CairnException one)
            return one.Status;
        return error is ArgumentException ? Status.Argument : error is OutOfMemoryException ? Status.Memory : Status.Io;
    }

    // Of a step that fails, the status, and the last answer.
    private static Step AddStep(Hash found, Agent agent, Step last)
    {
        Status status = Status.Ok;
        try
        {
            last = agent.Step();
        }
        catch (Exception error)
        {
            status = GetStatus(error);
        }
        found.Add((ulong)status, (ulong)last.Kind);
        found.Add(last.Cell);
        found.Add(last.Units);
        return last;
    }

    private void Walk(Walker who)
    {
        var found = new Hash();
        var random = new Randoms(number);
        for (uint budget = 0; budget < 2; budget++)
        {
            var settings = new AgentSettings
            {
                Algorithm = who.Algorithm,
                MaxWork = budget * Constants.MinWork,
                Busy = (BusyPolicy)budget,
            };
            using (var agent = new Agent(map, who.Db, settings))
                for (int i = 0; i < 2; i++)
                {
                    Cell[] problem = DrawProblem(random);
                    agent.Start(problem[0], problem[1]);
                    var last = default(Step);
                    for (int j = 0; j < 300 && last.Kind != StepKind.Arrived; j++)
                        last = AddStep(found, agent, last);
                    found.Add(agent.Stats.Cost, agent.Stats.Learned);
                }
        }
        Print("walk-" + who.Name, found);
    }

    private static void AddPath(Hash found, Planner planner, Cell[] problem)
    {
        uint tenths;
        try
        {
            tenths = planner.FindDistance(problem[0], problem[1]);
        }
        catch (CairnException error)
        {
            found.Add((ulong)error.Status, 0);
            return;
        }
        found.Add(0, tenths);
        foreach (Cell cell in planner.FindPath(problem[0], problem[1]))
            found.Add(cell);
    }

    private void Find(Db labels, Method method)
    {
        var found = new Hash();
        var random = new Randoms(number);
        using (var planner = new Planner(map, labels, method))
            for (int i = 0; i < 8; i++)
                AddPath(found, planner, DrawProblem(random));
        Print("find-" + method.ToString().ToLower(), found);
    }

    private void WalkChanging(Walker who)
    {
        var found = new Hash();
        var random = new Randoms(number + 1000);
        using (Map living = Open(true))
        {
            var settings = new AgentSettings
            {
                Algorithm = who.Algorithm,
                MaxWork = 4 * Constants.MinWork,
                GoalPolicy = GoalPolicy.Nearest,
                StrandedPolicy = StrandedPolicy.Leave,
                Planner = number % 2 == 0 ? new Planner(living) : null,
            };
            var agent = new Agent(living, who.Db, settings);
            Cell[] problem = DrawProblem(random);
            agent.Start(problem[0], problem[1]);
            var last = default(Step);
            for (int i = 0; i < 150; i++)
            {
                if (i % 5 == 4)
                    Change(living, random);
                last = AddStep(found, agent, last);
            }
            found.Add(living);
            found.AddBytes(living.SaveChanges());
            agent.Dispose();
            settings.Planner?.Dispose();
        }
        Print("change-" + who.Name, found);
    }

    private void Repair(Db labels)
    {
        var found = new Hash();
        var random = new Randoms(number + 2000);
        using (Map living = Open(true))
        using (var repair = new Repair(living, labels))
        using (var planner = new Planner(living, labels))
            for (int i = 0; i < 40; i++)
            {
                Change(living, random);
                repair.Follow();
                bool isDone = repair.Run(20 * Constants.MinRepair, out ulong spent);
                found.Add(isDone ? 0 : (ulong)Status.Unfinished, spent);
                if (isDone && repair.Info.Phase == RepairPhase.Ready)
                    planner.SetDb(repair.Swap());
                AddPath(found, planner, DrawProblem(random));
            }
        Print("repair", found);
    }

    private static bool Try(Action call)
    {
        try
        {
            call();
            return true;
        }
        catch (CairnException)
        {
            return false;
        }
    }

    private void March(Walker who, bool changing)
    {
        var found = new Hash();
        var random = new Randoms(number + 3000);
        Map where = changing ? Open(true) : map;
        Planner planner = changing ? new Planner(where) : null;
        var settings = new CrowdSettings
        {
            Capacity = 80,
            MaxWork = Constants.MinCrowdWork,
            GoalPolicy = GoalPolicy.Nearest,
            StrandedPolicy = StrandedPolicy.Leave,
            Occupancy = (Occupancy)(number / 2 % 2),
            Planner = planner,
        };
        using (var crowd = new Crowd(where, who.Db, settings))
        {
            Cell goal = DrawProblem(random)[1];
            var members = new List<Member>();
            for (int i = 0; i < 80; i++)
            {
                Cell cell = DrawProblem(random)[0];
                if (where.HasPath(cell, goal))
                    Try(() => members.Add(crowd.Add(cell)));
            }
            Try(() => crowd.Order(members.ToArray(), goal));
            for (int i = 0; i < 60; i++)
            {
                Cell cell = DrawProblem(random)[1];
                if (members.Count > 0)
                {
                    Member member = members[random.Draw(members.Count)];
                    Try(() => crowd.Order(member, cell));
                }
                if (i % 8 == 7 && changing)
                    Change(where, random);
                found.Add(crowd.Step().Units, crowd.Info.Hash);
            }
        }
        planner?.Dispose();
        if (changing)
            where.Dispose();
        Print((changing ? "crowd-change-" : "crowd-") + who.Name, found);
    }

    internal void Run()
    {
        var found = new Hash();
        found.Add(map);
        Print("map", found);
        var walkers = Recipes.Select(one => new Walker { Name = one.Name, Db = MakeDb(one.Name, one.Kind, one.Options) }).ToList();
        Db labels = walkers[6].Db;
        walkers.AddRange(Alone.Select(one => new Walker { Name = one.ToString().ToLower(), Algorithm = one }));
        walkers.ForEach(Walk);
        foreach (Method method in new[] { Method.Astar, Method.Jump, Method.Labels })
            Find(labels, method);
        walkers.ForEach(WalkChanging);
        Repair(labels);
        foreach (int index in new[] { 1, 3, 6 })
        {
            March(walkers[index], false);
            March(walkers[index], true);
        }
    }

    static void Main(string[] arguments)
    {
        foreach (string path in Directory.GetFiles(arguments[0], "*.map").OrderBy(one => one, StringComparer.Ordinal))
            new World(path).Run();
    }
}
