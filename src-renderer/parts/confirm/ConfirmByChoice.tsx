import { KeyRound, SquareTerminal } from 'lucide-react'
import type { ConfirmBy } from '#shared/channel.ts'
import { useConfirmBy, useNode } from '../../node/context.tsx'
import { type Choice, ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { toast } from '../../ui/toasts.ts'

const CHOICES: readonly Choice<ConfirmBy>[] = [
  {
    id: 'code',
    icon: SquareTerminal,
    title: 'A code from the terminal',
    words: 'Six digits for each question, in the terminal that started Chainwright. Nothing in the page can read them.',
  },
  {
    id: 'passphrase',
    icon: KeyRound,
    title: 'The passphrase of the wallet',
    words: 'You type it into the page, so a malicious extension could learn it. A wallet without one uses codes.',
  },
]

/**
 * Setting of how payments and keys are confirmed in a browser. The program stores it and asks before a change. Renders
 * nothing in the desktop app.
 */
export function ConfirmByChoice() {
  const { browser } = useNode().bridge
  const value = useConfirmBy()
  if (!browser || value === undefined) return null
  const choose = async (next: ConfirmBy) => {
    const problem = await browser.choose(next)
    if (problem !== null) toast({ tone: 'bad', title: 'Nothing was changed', detail: problem })
  }
  return (
    <ChoiceCards
      label="How payments and keys are confirmed"
      choices={CHOICES}
      value={value}
      onChange={(next) => void choose(next)}
    />
  )
}
