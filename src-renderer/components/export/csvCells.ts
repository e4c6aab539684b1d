/** Cells of one line of CSV: commas, semicolons or tabs, quotes as RFC 4180 has them. */
export function csvCells(line: string): readonly string[] {
  const found: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^,;\t]*))(?:[,;\t]|$)/y
  while (cell.lastIndex < line.length) {
    const match = cell.exec(line)
    if (!match) break
    found.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
  }
  return found
}
