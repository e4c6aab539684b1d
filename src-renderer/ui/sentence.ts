/** What the node says may start in lower case and lack its full stop. Three dots end a sentence, too, written as one sign or as three. */
export function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
