/** Far more than a node calls. */
const MOST = 100

/** Addresses as people list them: by lines, blanks or commas; each once. */
export function peersOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))].slice(0, MOST)
}
