/** The one suggestion whose whole name was typed, in any case; undefined: none or several. */
export function namedRow<Row extends { readonly name: string }>(rows: readonly Row[], typed: string): Row | undefined {
  const name = typed.trim().toLowerCase()
  const [row, another] = name === '' ? [] : rows.filter((each) => each.name.toLowerCase() === name)
  return another === undefined ? row : undefined
}
