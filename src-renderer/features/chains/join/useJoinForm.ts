import { useEffect, useState } from 'react'
import type { ChainDescription } from '../../../node/chains.ts'
import { type JoinDraft, useJoinDraft } from '../draftStore.ts'
import { useDescription } from '../form/useDescription.ts'
import { type ChainForm, useDraftForm } from '../form/useDraftForm.ts'
import { peersOf, withPort } from '../peers.ts'

export interface Joining {
  readonly draft: JoinDraft
  change(change: Partial<JoinDraft>): void
  clear(): void
  readonly peers: readonly string[]
  readonly peerProblem: string | undefined
  readonly pasteProblem: string | undefined
  readonly form: ChainForm
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
  const { draft, change, clear } = useJoinDraft()
  const { mode, text, label, peers: peerText, chain: byHand } = draft
  const [attempted, setAttempted] = useState(false)
  useEffect(() => () => useJoinDraft.getState().leave(), [])
  const pasting = mode === 'paste'
  const blank = text.trim() === ''
  const pasted = useDescription(pasting && !blank ? { text } : undefined)
  const form = useDraftForm(
    byHand,
    (next) => change({ chain: { ...useJoinDraft.getState().draft.chain, ...next } }),
    [],
  )
  const described = pasting ? pasted : form
  const found = pasting || form.named ? described.description : undefined
  const peers = peerText === null ? (found?.peers ?? []) : peersOf(peerText)
  // What was typed as peers is judged with the chain that it is for.
  const judged = useDescription(found?.ok && peerText !== null ? { options: found.options, peers } : undefined)
  const peerProblem = judged.description?.problems[0]?.message
  const understood = found?.ok === true && described.current && (pasting || form.ready)
  const missing = attempted ? 'Paste the text here first.' : undefined
  return {
    ...{ draft, peers, peerProblem, form, found, understood, attempted, change, error: described.error },
    pasteProblem: pasting ? (blank ? missing : problemsOf(pasted.description)) : undefined,
    clear() {
      clear()
      change({ mode })
      setAttempted(false)
    },
    attempt() {
      form.attempt()
      setAttempted(true)
    },
    chain() {
      if (!found || !understood || peerProblem) return undefined
      return {
        label: (pasting ? label : byHand.label).trim(),
        options: found.options,
        peers: peers.map((peer) => withPort(peer, found.p2pport)),
      }
    },
  }
}
