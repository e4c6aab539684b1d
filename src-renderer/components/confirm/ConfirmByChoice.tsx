import { KeyRound, SquareTerminal } from 'lucide-react'
import type { ConfirmBy } from '#shared/channel.ts'
import { t } from '../../i18n/texts.ts'
import { useConfirmBy, useNode } from '../../node/context.tsx'
import { type Choice, ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { toast } from '../../ui/toasts.ts'

const choices = (): readonly Choice<ConfirmBy>[] => [
  {
    id: 'code',
    icon: SquareTerminal,
    title: t('frame:confirm.code'),
    words: t('frame:confirm.codeHint'),
  },
  {
    id: 'passphrase',
    icon: KeyRound,
    title: t('frame:confirm.passphrase'),
    words: t('frame:confirm.passphraseHint'),
  },
]

/**
 * Setting for how payments and keys are confirmed in a browser. The program stores it and asks before a change. Renders
 * nothing in the desktop app.
 */
export function ConfirmByChoice() {
  const { browser } = useNode().bridge
  const value = useConfirmBy()
  if (!browser || value === undefined) return null
  const choose = async (next: ConfirmBy) => {
    const problem = await browser.choose(next)
    if (problem !== null) toast({ tone: 'bad', title: t('frame:confirm.unchanged'), detail: problem })
  }
  return (
    <ChoiceCards
      label={t('frame:confirm.label')}
      choices={choices()}
      value={value}
      onChange={(next) => void choose(next)}
    />
  )
}
