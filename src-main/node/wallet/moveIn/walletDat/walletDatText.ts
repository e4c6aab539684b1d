import type en from '#shared/sentences/en.json'
import { englishText } from '#shared/sentences/english.ts'
import { say, type TextKeyOf } from '#shared/sentences/sentence.ts'

/** Returns the English text of an error or a warning. The window finds its own from it (`recogniseText`). */
export function walletDatText(
  key: TextKeyOf<(typeof en)['oldWallet']>,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  return englishText(say(`oldWallet.${key}`, Object.fromEntries(texts)))
}
