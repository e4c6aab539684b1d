const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<![:\\/'"`\w])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g

/** Removes the comments of a source file. Strings remain unchanged, even if they contain comment marks. */
export function stripComments(source: string): string {
  return source.replace(COMMENT_OR_TEXT, (found) => (found.startsWith('/') ? '' : found))
}
