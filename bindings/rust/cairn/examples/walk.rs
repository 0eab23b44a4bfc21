use cairn::{Agent, AgentSettings, Cell, Corners, Map};

fn main() -> cairn::Result<()> {
    let mut cells = vec![1u8; 64 * 48]; // 1 is open
    for y in 0..40 {
        cells[y * 64 + 30] = 0; // a wall with a gap below
    }
    let map = Map::from_cells(64, 48, &cells, Corners::Strict)?;
    let db = cairn::build(&map)?;
    let mut agent = Agent::new(&map, Some(&db), &AgentSettings::default())?;
    agent.start(Cell::new(2, 3), Cell::new(60, 5))?;
    for step in agent.steps() {
        let cell = step?.cell;
        println!("{} {}", cell.x(), cell.y());
    }
    assert_eq!(agent.cell(), Cell::new(60, 5));
    Ok(())
}
