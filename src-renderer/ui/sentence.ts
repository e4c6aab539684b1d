/**
 * Adds a capital and a full stop to a text of the node, which may lack both. An ellipsis, as one or as three
 * characters, also ends a sentence.
 */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
