import { englishText } from '#shared/sentences/english.ts'
import { type SentenceKey, say } from '#shared/sentences/sentence.ts'

/** Keys of the texts about moving in, without the part's name. */
export type MoveInTextKey = SentenceKey extends infer Key ? (Key extends `moveIn.${infer Name}` ? Name : never) : never

/** Returns the English text, which windows recognise and translate. */
export const moveInText = (key: MoveInTextKey, values: Readonly<Record<string, string>> = {}): string =>
  englishText(say(`moveIn.${key}`, values))
