import { t } from '../../../i18n/texts.ts'
import { SecretText } from './SecretText.tsx'

/** Shows the numbered words of a phrase, to be written down on paper. */
export function PhraseGrid({ words }: { readonly words: readonly string[] }) {
  return (
    <SecretText>
      <ol aria-label={t('wallet:phrase.grid')} className="grid grid-cols-4 gap-2 rounded-md border bg-sunken p-3">
        {words.map((word, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the phrase
            key={index}
            className="flex items-baseline gap-2 rounded-sm bg-surface px-2.5 py-1.5"
          >
            <span className="w-5 text-right text-12 text-faint">{index + 1}</span>
            <span className="font-mono text-14">{word}</span>
          </li>
        ))}
      </ol>
    </SecretText>
  )
}
