/** Returns the only row whose complete name was typed, ignoring case, or undefined if no row or several rows match. */
export function namedRow<Row extends { readonly name: string }>(rows: readonly Row[], typed: string): Row | undefined {
  const name = typed.trim().toLowerCase()
  const [row, another] = name === '' ? [] : rows.filter((each) => each.name.toLowerCase() === name)
  return another === undefined ? row : undefined
}
