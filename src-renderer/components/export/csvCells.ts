/** Returns the cells of one CSV line, separated by commas, semicolons or tabs and quoted as in RFC 4180. */
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
