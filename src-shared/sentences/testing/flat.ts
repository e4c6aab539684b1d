/** Texts by key: "create.title" → "Create a chain". */
export type FlatTexts = ReadonlyMap<string, string>

/** Converts a nested file of the catalogue to texts by key. */
export function flatten(texts: object, above = ''): FlatTexts {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[above + key, value]] : [...flatten(value as object, `${above}${key}.`)],
    ),
  )
}

/** Removes the plural form: "blocks_one" → "blocks". */
export const withoutForm = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Returns the placeholders of a text in alphabetical order: names of values (with their format) and of tags. */
export const listPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g)].map(([found]) => found.replaceAll(' ', '')))].sort()

/** Returns only the names of the values. */
export const listValueNames = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').filter((name, at, all) => all.indexOf(name) === at)
