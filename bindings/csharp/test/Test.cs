// Test.cs GOLDEN: Cairn.cs: objects, errors, lifetimes; GOLDEN is the folder of golden files.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Cairn;

static class Test
{
    const int Width = 40, Height = 30;
    static readonly Cell Here = new Cell(3, 4), There = new Cell(35, 6);
    static int failures;

    static void Check(bool holds, string what)
    {
        if (holds)
            return;
        Console.WriteLine("FAILED: " + what);
        failures++;
    }

    static void Throws<T>(string what, Action call, Func<T, bool> which = null) where T : Exception
    {
        try
        {
            call();
            Check(false, what + ": nothing was thrown");
        }
        catch (T error)
        {
            Check(which == null || which(error), what + ": " + error);
        }
        catch (Exception error)
        {
            Check(false, what + ": " + error);
        }
    }

    static void Fails(Status status, string what, Action call) =>
        Throws<CairnException>(what, call, error => error.Status == status && error.Message.Length > 0);

    // A room with a wall across it, which has a door at (20, 25).
    static byte[] DrawRoom()
    {
        byte[] cells = Enumerable.Repeat((byte)1, Width * Height).ToArray();
        for (int y = 0; y < Height; y++)
            if (y != 25)
                cells[y * Width + 20] = 0;
        return cells;
    }

    static Map MakeMap(bool changing = false) => Map.FromCells(Width, Height, DrawRoom(), changing: changing);

    static void TestMaps()
    {
        Map map = MakeMap();
        Check(map.Info.OpenCells == Width * Height - Height + 1, "open cells");
        byte[] room = DrawRoom();
        Check(room.Select((open, i) => map.IsOpen(new Cell(i % Width, i / Width)) == (open != 0)).All(same => same), "cells");
        Check(map.HasPath(Here, There) && map.GetComponent(new Cell(20, 3)) == null, "paths");
        Check(map.FindNearest(new Cell(20, 25)) == new Cell(20, 25), "nearest");
        string text = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n";
        Check(Map.FromText(Encoding.ASCII.GetBytes(text)).Info.OpenCells == 5, "text");
        Throws<CairnException>("short text", () => Map.FromText(Encoding.ASCII.GetBytes(text.Substring(0, text.Length - 2))),
                               error => error.Status == Status.Syntax && error.Line > 0);
        Throws<IOException>("lost map", () => Map.Open("/nowhere/lost.map"));
        Throws<ArgumentException>("too few cells", () => Map.FromCells(3, 3, new byte[8]));
        Fails(Status.Limit, "no cells", () => Map.FromCells(0, 0, new byte[0]));
        Throws<ArgumentOutOfRangeException>("cell", () => new Cell(-1, 3));
        Throws<ArgumentOutOfRangeException>("rect", () => new Rect(1, 2, 70000, 3));
        Throws<CairnException>("it does not change", () => map.SetRect(new Rect(1, 1, 1, 1), true),
            error => error.Status == Status.NotChanging && error.Message.Contains("changing"));
        Throws<ArgumentNullException>("no map", () => new Agent(null));
        Throws<ArgumentNullException>("no path", () => Map.Open(null));
        Throws<ArgumentException>("zero in a path", () => Map.Open("a\0b"));
        Throws<ArgumentException>("algorithm", () => new Agent(map, null, new AgentSettings { Algorithm = (Algorithm)99 }));
    }

    static void TestWalks()
    {
        Map map = MakeMap();
        Db db = Db.Build(map);
        var agent = new Agent(map, db);
        var planner = new Planner(map, db);
        agent.Start(Here, There);
        Step[] steps = agent.ToArray();
        Check(steps.Last().Kind == StepKind.Arrived && agent.Cell == There && agent.Goal == There, "arrived");
        Cell[] path = planner.FindPath(Here, There);
        Check(path.Length == steps.Length + 1 && path[0] == Here && path.Last() == There, "path");
        Check(agent.Stats.Cost == planner.FindDistance(Here, There), "cost");
        Check(planner.FindWaypoints(Here, There).Length < path.Length, "waypoints");
        Span<Cell> room = new Cell[2];
        planner.Ask(Here, There);
        Fails(Status.Unfinished, "not found yet", () => planner.FoundDistance.ToString());
        while (!planner.Run(Constants.MinWork))
        {
        }
        Check(planner.FoundDistance == agent.Stats.Cost, "found distance");
        Check(planner.GetFoundPath(0, room) == 2 && room[0] == Here, "found path");
        Check(planner.GetFoundWaypoints(0, room) == 2 && room[0] == Here, "found waypoints");
        Fails(Status.Blocked, "blocked", () => planner.FindDistance(Here, new Cell(20, 3)));
        Fails(Status.Blocked, "blocked goal", () => agent.Start(Here, new Cell(20, 3)));
        Fails(Status.Kind, "no database", () => new Agent(map));
        var options = new Dictionary<Option, ulong> { { Option.GMax, 20 } };
        var settings = new AgentSettings { Algorithm = Algorithm.Lrta, MaxWork = Constants.MinWork, Options = options };
        var learner = new Agent(map, null, settings);
        Throws<CairnException>("not started", () => learner.Step());
        learner.Start(Here, There);
        Check(learner.Max(step => step.Units) <= Constants.MinWork && learner.Stats.Learned > 0, "budget");
        learner.Forget();
    }

    static void TestEnds()
    {
        Map map = MakeMap(true);
        Db db = Db.Build(map);
        var guide = new Planner(map);
        var agent = new Agent(map, db, new AgentSettings { Planner = guide });
        var planner = new Planner(map, db);
        var build = new Build(map);
        var repair = new Repair(map, db);
        foreach (Owner one in new Owner[] { map, db, guide, build, repair })
        {
            one.Dispose();
            one.Dispose();
        }
        agent.Start(Here, There);
        Check(agent.Last().Cell == There && planner.FindDistance(Here, There) == agent.Stats.Cost, "kept open");
        agent.Dispose();
        planner.Dispose();
        var calls = new Action[]
        {
            () => map.Info.ToString(), () => map.IsOpen(Here), () => map.Copy(), () => map.SaveChanges(),
            () => map.SetRect(new Rect(1, 1, 1, 1), true), () => map.LoadChanges(new byte[4]), () => db.Info.ToString(),
            () => db.Figures.ToString(), () => db.Verify(), () => agent.Step(), () => agent.Cell.ToString(),
            () => agent.Goal.ToString(), () => agent.Stats.ToString(), () => agent.ToArray(), () => agent.Start(Here, There),
            () => planner.FindPath(Here, There), () => planner.Run(), () => build.Run(), () => build.ToBytes(),
            () => build.OpenDb(), () => build.Report.ToString(), () => repair.Follow(), () => repair.Run(),
            () => repair.Swap(), () => repair.Info.ToString(), () => new Agent(map, db), () => new Planner(map),
            () => new Build(map),
        };
        for (int i = 0; i < calls.Length; i++)
            Throws<ObjectDisposedException>("closed " + i, calls[i]);
    }

    // Objects that are forgotten in any order are ended by the collector.
    static void TestForgotten()
    {
        for (int i = 0; i < 200; i++)
        {
            Map map = MakeMap(true);
            Db db = Db.Build(map);
            new Agent(map, db, new AgentSettings { Planner = new Planner(map) }).Start(Here, There);
            if (i % 50 == 0)
                GC.Collect();
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    static void TestDamage(string golden)
    {
        Map map = Map.Open(Path.Combine(golden, "caves.map"));
        string[] names = Directory.GetFiles(golden, "fail-*.cairn");
        Check(names.Length > 5, "golden files");
        foreach (string name in names)
        {
            var status = Path.GetFileName(name).Split('-')[1];
            Throws<CairnException>(name, () => Db.Open(name).Verify(map), error => error.Status.ToString().ToUpper() == status);
            Throws<CairnException>(name, () => Db.FromBytes(File.ReadAllBytes(name)).Verify(map),
                                   error => error.Status.ToString().ToUpper() == status);
        }
        Fails(Status.Corrupt, "nothing", () => Db.FromBytes(new byte[0]));
        Fails(Status.Corrupt, "zeros", () => Db.FromBytes(new byte[4000]));
        Fails(Status.Corrupt, "a map", () => Db.Open(Path.Combine(golden, "caves.map")));
        Throws<IOException>("a folder", () => Db.Open(golden));
        Fails(Status.Mismatch, "another map", () => new Agent(map, Db.Build(MakeMap())));
        Map room = MakeMap();
        byte[] image = new Build(room, new BuildSettings { Kind = Kind.Labels }).Run().ToBytes();
        for (int place = 0; place < image.Length; place += 7)
        {
            image[place] ^= 0x5a;
            try
            {
                Db db = Db.FromBytes(image);
                var agent = new Agent(room, db);
                agent.Start(Here, There);
                agent.Take(100).ToArray();
                new Planner(room, db).FindPath(Here, There);
            }
            catch (CairnException)
            {
            }
            image[place] ^= 0x5a;
        }
    }

    static void TestBuilds()
    {
        Map map = MakeMap(true);
        var options = new Dictionary<Option, ulong> { { Option.Records, 20 } };
        int told = 0;
        Build busy = null;
        var settings = new BuildSettings { Kind = Kind.Knn, Options = options };
        settings.Progress = now =>
        {
            if (told++ > 0)
                return true;
            Throws<InvalidOperationException>("map in use", () => map.SetRect(new Rect(1, 1, 1, 1), false));
            Throws<InvalidOperationException>("build in use", () => busy.ToBytes());
            return now.Name.Length > 0;
        };
        busy = new Build(map, settings);
        Throws<CairnException>("nothing built", () => busy.OpenDb());
        byte[] image = busy.Run().ToBytes();
        Check(told > 0 && (ulong)image.Length == busy.Report.Bytes && busy.Report.Kind == Kind.Knn, "report");
        Db db = Db.FromBytes(image);
        db.Verify(map);
        Check(db.Figures["records"] == 20 && db.Info.Kind == Kind.Knn, "figures");
        Check(new Build(map, new BuildSettings { Kind = Kind.Knn, Options = options, Threads = 2 }).Run().ToBytes()
              .SequenceEqual(image), "threads");
        Throws<IOException>("lost folder", () => busy.Write("/nowhere/lost.cairn"));
        settings.Progress = _ => { throw new FormatException("from the callback"); };
        Throws<FormatException>("callback", () => new Build(map, settings).Run());
        settings.Progress = _ => false;
        Fails(Status.Interrupted, "interrupted", () => new Build(map, settings).Run());
        settings.Progress = _ => { busy.Dispose(); return false; };
        busy = new Build(map, settings);
        Fails(Status.Interrupted, "disposed of by its callback", () => busy.Run());
        settings.Options = new Dictionary<Option, ulong> { { (Option)999, 1 } };
        Throws<ArgumentException>("option", () => new Build(map, settings));
    }

    static void TestChanges()
    {
        Map map = MakeMap(true);
        var agent = new Agent(map, Db.Build(map));
        agent.Start(Here, There);
        map.SetRect(new Rect(20, 25, 1, 1), false);
        Check(agent.Step().Kind == StepKind.CutOff, "cut off");
        byte[] saved = map.SaveChanges();
        map.SetCells(new[] { new Cell(20, 2), new Cell(20, 3) }, true);
        Check(agent.Last().Cell == There, "goes on");
        map.LoadChanges(saved);
        Check(!map.HasPath(Here, There), "loaded");
        saved[saved.Length - 1] ^= 1;
        Fails(Status.Corrupt, "damaged block", () => map.LoadChanges(saved));
        map.Apply(new Change { Rect = new Rect(1, 1, 3, 2), Cells = new byte[6] },
                  new Change { Rect = new Rect(20, 25, 1, 1), Open = true });
        Check(!map.IsOpen(new Cell(3, 2)) && map.IsOpen(new Cell(20, 25)), "applied");
        Throws<ArgumentException>("cells", () => map.Apply(new Change { Rect = new Rect(1, 1, 3, 2), Cells = new byte[5] }));
        Check(map.Copy().Info.Fingerprint == map.Info.State, "copy");
    }

    // A swap may not close a database that an agent still has.
    static void TestRepairs()
    {
        Map map = MakeMap(true);
        Db db = Db.Build(map);
        var repair = new Repair(map, db);
        var agent = new Agent(map, db);
        Fails(Status.Unfinished, "none waits", () => repair.Swap());
        for (int i = 0; i < 3; i++)
        {
            map.SetRect(new Rect(20, 2 + 2 * i, 1, 1), true);
            repair.Follow();
            while (!repair.Run(Constants.MinRepair))
            {
            }
            if (i == 2)
            {
                Throws<InvalidOperationException>("in use", () => repair.Swap());
                agent.Dispose();
            }
            db = repair.Swap();
            db.Verify();
            if (i == 0)
                agent.SetDb(db);
        }
        Check(repair.Info.Swaps == 3, "swaps");
        repair.Dispose();
        Check(new Planner(map, db).FindDistance(Here, There) == 10 * 32 + 4 * 2, "new database");
    }

    static void TestCrowds()
    {
        Map map = MakeMap();
        var crowd = new Crowd(map, Db.Build(map), new CrowdSettings { Capacity = 10, Occupancy = Occupancy.Cells });
        map.Dispose();
        Member[] members = Enumerable.Range(0, 10).Select(i => crowd.Add(new Cell(2 + i, 3))).ToArray();
        ReadOnlySpan<Cell> cells = crowd.Cells;
        Check(cells.Length == 10 && cells[4] == new Cell(6, 3), "cells");
        Fails(Status.Full, "full", () => crowd.Add(new Cell(2, 5)));
        Check(crowd.Find(new Cell(4, 3)).Equals(members[2]) && crowd.Find(There) == null, "find");
        crowd.Order(members, There);
        for (int i = 0; i < 20; i++)
            crowd.Step();
        Check(cells[4] != new Cell(6, 3), "the same memory");
        byte[] saved = crowd.Save();
        ulong hash = crowd.Info.Hash;
        for (int i = 0; i < 1000 && crowd.Step().Walking > 0; i++)
        {
        }
        foreach (Member member in members)
            Check(crowd.GetMember(member).Cell == crowd.Cells[member.Index] &&
                  crowd.States[member.Index] == (byte)MemberState.Arrived, "arrived");
        crowd.Load(saved);
        Check(crowd.Info.Hash == hash, "loaded");
        saved[saved.Length / 2] ^= 1;
        Fails(Status.Corrupt, "damaged crowd", () => crowd.Load(saved));
        crowd.Remove(members[3]);
        Throws<CairnException>("removed", () => crowd.Remove(members[3]),
            error => error.Status == Status.NoMember && error.Message.Contains("number " + members[3].Number));
        Throws<CairnException>("halt", () => crowd.Halt(members[3]));
        Fails(Status.Blocked, "push", () => crowd.Push(members[4], new Cell(20, 3)));
        crowd.Reserve(new Cell(1, 1), 5);
        crowd.Dispose();
        GC.Collect();
        Check(cells.Length == 10 && cells[4].X < Width, "cells of a crowd that is gone");
        foreach (Action call in new Action[] { () => crowd.Step(), () => crowd.Cells.ToArray(), () => crowd.Info.ToString(),
                                               () => crowd.Save(), () => crowd.Add(Here) })
            Throws<ObjectDisposedException>("closed crowd", call);
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Limit
    {
        internal ulong Soft, Hard;
    }

    [DllImport("libc")]
    static extern int getrlimit(int resource, out Limit limit);

    [DllImport("libc")]
    static extern int setrlimit(int resource, ref Limit limit);

    const int Many = 8192;

    static Crowd MakeCrowd(Map map, Db db, Action<int, Action<int>> share, Planner planner = null)
    {
        var crowd = new Crowd(map, db, new CrowdSettings { Capacity = Many, Share = share, Planner = planner });
        for (int i = 0; i < Many; i++)
            crowd.Order(crowd.Add(new Cell(i % 20, i % 30)), There);
        return crowd;
    }

    // Threads that are lent change nothing but time.
    static void TestSharedCrowds()
    {
        Map map = MakeMap();
        Db db = Db.Build(map);
        int pieces = 0;
        Action<int> kept = null;
        Crowd alone = MakeCrowd(map, db, null);
        Crowd shared = MakeCrowd(map, db, (count, piece) => Parallel.For(0, count, i =>
        {
            piece(i);
            Interlocked.Increment(ref pieces);
        }));
        Crowd careless = MakeCrowd(map, db, (count, piece) => // some left out, others asked for twice, or much too late
        {
            kept?.Invoke(0);
            kept = piece;
            piece(0);
            piece(0);
            piece(count);
        });
        for (int i = 0; i < 30; i++)
        {
            CrowdFrame frame = alone.Step(), other = shared.Step(), third = careless.Step();
            Check(frame.Moved == other.Moved && frame.Units == other.Units, "a shared frame");
            Check(frame.Moved == third.Moved && frame.Units == third.Units, "a frame that was shared carelessly");
        }
        kept(0);
        Check(pieces > 30 && alone.Info.Hash == shared.Info.Hash && alone.Info.Hash == careless.Info.Hash,
              "the same hash");

        Map living = MakeMap(changing: true);
        Crowd crowd = null;
        int refused = 0;
        var repair = new Repair(living, Db.Build(living));
        crowd = MakeCrowd(living, Db.Build(living), (count, piece) =>
        {
            Throws<InvalidOperationException>("the crowd in a frame", () => crowd.Halt(default(Member)));
            Throws<InvalidOperationException>("the map in a frame", () => living.SetRect(new Rect(1, 1, 1, 1), false));
            Throws<InvalidOperationException>("a swap in a frame", () => repair.Swap());
            refused++;
            throw new FormatException("no threads");
        }, new Planner(living));
        Throws<FormatException>("what lends", () => crowd.Step(), error => error.Message == "no threads");
        Check(refused > 0 && crowd.Info.Members == Many, "after a frame");
        living.SetRect(new Rect(1, 1, 1, 1), false);
        crowd.Dispose();
        Throws<ObjectDisposedException>("disposed crowd", () => crowd.Step());
    }

    /// <summary>Options that do something when they are read.</summary>
    sealed class Acting : Dictionary<Option, ulong>, IEnumerable<KeyValuePair<Option, ulong>>
    {
        public Action Act;

        IEnumerator<KeyValuePair<Option, ulong>> IEnumerable<KeyValuePair<Option, ulong>>.GetEnumerator()
        {
            Act();
            return GetEnumerator();
        }
    }

    // What arguments dispose of, and numbers that do not fit.
    static void TestMisuse()
    {
        Map map = MakeMap(changing: true);
        Db db = Db.Build(map);
        Planner planner = null;
        int acted = 0;
        var options = new Acting { Act = () => { acted++; planner.Dispose(); } };
        planner = new Planner(map);
        Throws<ObjectDisposedException>("a planner that options end", () =>
            new Agent(map, db, new AgentSettings { Options = options, Planner = planner }));
        options.Act = () => { acted++; db.Dispose(); };
        Throws<ObjectDisposedException>("a database that options end", () => new Agent(map, db, new AgentSettings { Options = options }));
        options.Act = () => { acted++; map.Dispose(); };
        Throws<ObjectDisposedException>("a map that options end", () => new Build(map, new BuildSettings { Options = options }));
        Check(acted == 3, "options are read");

        map = MakeMap(changing: true);
        planner = new Planner(map);
        planner.Ask(Here, There);
        Check(planner.Run(), "a search");
        Throws<ArgumentOutOfRangeException>("a place below 0", () => planner.GetFoundPath(-1, new Cell[1]));
        Throws<ArgumentOutOfRangeException>("a waypoint below 0", () => planner.GetFoundWaypoints(-1, new Cell[1]));
        Check(map.GetCells(new Rect(0, 0, Width, Height)).SequenceEqual(DrawRoom()), "all cells");
        Check(map.GetCells(new Rect(19, 24, 2, 2)).SequenceEqual(new byte[] { 1, 0, 1, 1 }), "some cells");
        Throws<CairnException>("cells over the edge", () => map.GetCells(new Rect(Width, 0, 1, 1)));
    }

    // A frame under way keeps others out, in this thread and in another one.
    static void TestFramesUnderWay()
    {
        Map map = MakeMap(changing: true);
        Db db = Db.Build(map);
        var planner = new Planner(map);
        var agent = new Agent(map, db, new AgentSettings { Planner = planner });
        agent.Start(Here, There);
        Crowd crowd = null;
        int refused = 0;
        Action use = () =>
        {
            Throws<InvalidOperationException>("a frame in a frame", () => crowd.Step());
            Throws<InvalidOperationException>("an agent with the planner of a frame", () => agent.Step());
            Throws<InvalidOperationException>("an agent that is made with it", () =>
                new Agent(map, db, new AgentSettings { Planner = planner }).Start(Here, There));
            Throws<InvalidOperationException>("a question to it", () => planner.FindPath(Here, There));
            refused++;
        };
        crowd = MakeCrowd(map, db, (count, piece) =>
        {
            use();
            var thread = new Thread(() => use());
            thread.Start();
            thread.Join();
        }, planner);
        crowd.Step();
        Check(refused > 1, "frames under way");
        agent.Step();
        crowd.Dispose();
        crowd = MakeCrowd(map, db, (count, piece) => crowd.Dispose(), planner);
        crowd.Step();
        Throws<ObjectDisposedException>("a crowd that its frame ended", () => crowd.Step());
    }

    static void TestMemory()
    {
        const int AddressSpace = 9;
        Map wide = Map.FromCells(16000, 16000, Enumerable.Repeat((byte)1, 16000 * 16000).ToArray());
        GC.Collect();
        getrlimit(AddressSpace, out Limit old);
        var least = new Limit { Soft = 3UL << 30, Hard = old.Hard };
        setrlimit(AddressSpace, ref least);
        Throws<OutOfMemoryException>("no memory", () => new Planner(wide).FindDistance(Here, There)); // 4 GB
        setrlimit(AddressSpace, ref old);
    }

    static int Main(string[] arguments)
    {
        TestMaps();
        TestWalks();
        TestEnds();
        TestForgotten();
        TestDamage(arguments[0]);
        TestBuilds();
        TestChanges();
        TestRepairs();
        TestCrowds();
        TestSharedCrowds();
        TestMisuse();
        TestFramesUnderWay();
        TestMemory();
        Console.WriteLine(failures == 0 ? "all of Cairn.cs works" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
