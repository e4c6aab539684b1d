/** A text with where it stands: "create.title" → "Create a chain". */
export type FlatTexts = ReadonlyMap<string, string>

/** Takes a file of the catalogue apart. */
export function flatten(texts: object, above = ''): FlatTexts {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[above + key, value]] : [...flatten(value as object, `${above}${key}.`)],
    ),
  )
}

/** "blocks_one" → "blocks". */
export const withoutForm = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** What a text needs: names of its values (with their format) and of its tags, in the order of the alphabet. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g)].map(([found]) => found.replaceAll(' ', '')))].sort()

/** Names of the values alone. */
export const valuesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').filter((name, at, all) => all.indexOf(name) === at)
