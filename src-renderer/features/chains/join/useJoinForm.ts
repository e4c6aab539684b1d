import { useState } from 'react'
import type { ChainDescription } from '../../../node/chains.ts'
import { type ChainDraft, plainDraft } from '../form/draft.ts'
import { useDescription } from '../form/useDescription.ts'
import { type DraftForm, useDraftForm } from '../form/useDraftForm.ts'
import { peersOf, withPort } from '../peers.ts'

export type JoinMode = 'paste' | 'fill'

export interface Joining {
  readonly mode: JoinMode
  setMode(mode: JoinMode): void
  readonly text: string
  setText(text: string): void
  readonly label: string
  setLabel(label: string): void
  /** undefined: as the text has them */
  readonly peerText: string | undefined
  setPeerText(text: string): void
  readonly peers: readonly string[]
  readonly peerProblem: string | undefined
  readonly pasteProblem: string | undefined
  readonly form: DraftForm
  /** what the text or the form means, with its problems */
  readonly found: ChainDescription | undefined
  /** there is nothing wrong with it, and it is of what is written now */
  readonly understood: boolean
  /** the app could not be asked */
  readonly error: unknown
  readonly attempted: boolean
  /** from now on what is missing is told too */
  attempt(): void
  /** what joinchain takes; undefined: something is not right yet */
  chain():
    | { readonly label: string; readonly options: readonly string[]; readonly peers: readonly string[] }
    | undefined
}

const problemsOf = (description: ChainDescription | undefined) =>
  description?.problems.map(({ message }) => message).join(' ') || undefined

/** A chain that somebody else made: pasted or filled in, and whom to call first. */
export function useJoinForm(): Joining {
  const [mode, setMode] = useState<JoinMode>('paste')
  const [text, setText] = useState('')
  const [draft, setDraft] = useState<ChainDraft>(plainDraft)
  const [label, setLabel] = useState('')
  const [peerText, setPeerText] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const pasting = mode === 'paste'
  const blank = text.trim() === ''
  const pasted = useDescription(pasting && !blank ? { text } : undefined)
  const form = useDraftForm(draft, (change) => setDraft((old) => ({ ...old, ...change })), [])
  const described = pasting ? pasted : form
  const found = pasting || form.named ? described.description : undefined
  const peers = peerText === undefined ? (found?.peers ?? []) : peersOf(peerText)
  // What was typed as peers is judged with the chain that it is for.
  const judged = useDescription(found?.ok && peerText !== undefined ? { options: found.options, peers } : undefined)
  const peerProblem = judged.description?.problems[0]?.message
  const understood = found?.ok === true && described.current && (pasting || form.ready)
  const missing = attempted ? 'Paste the text here first.' : undefined
  return {
    ...{ mode, setMode, text, setText, label, setLabel, peerText, setPeerText, peers, peerProblem, form, found },
    ...{ understood, attempted, error: described.error },
    pasteProblem: pasting ? (blank ? missing : problemsOf(pasted.description)) : undefined,
    attempt() {
      form.attempt()
      setAttempted(true)
    },
    chain() {
      if (!found || !understood || peerProblem) return undefined
      return {
        label: (pasting ? label : draft.label).trim(),
        options: found.options,
        peers: peers.map((peer) => withPort(peer, found.p2pport)),
      }
    },
  }
}
