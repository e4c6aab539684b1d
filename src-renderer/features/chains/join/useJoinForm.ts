import { useEffect } from 'react'
import { type Form, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { emptyJoinDraft, type JoinDraft, useJoinDraft } from '../draftStore.ts'
import { type ChainForm, useChainForm } from '../form/useChainForm.ts'
import { useDescription } from '../form/useDescription.ts'
import { parsePeers, withPort } from '../peers.ts'

/** Values for the chain and the peers. The form that describes a chain by hand has its own values. */
type JoinValues = Omit<JoinDraft, 'chain'>

export interface Joining extends Pick<Form<JoinValues>, 'register' | 'set' | 'onSubmit'> {
  readonly draft: JoinValues
  clear(): void
  readonly peers: readonly string[]
  readonly peerProblem: string | undefined
  readonly pasteProblem: string | undefined
  readonly form: ChainForm
  /** description of the chain in the text or the form, with its problems */
  readonly found: ChainDescription | undefined
  /** True if the description matches the present values and has no problems. */
  readonly understood: boolean
  /** error of the call to the app */
  readonly error: unknown
  readonly attempted: boolean
  /** @returns the input of joinchain, or undefined while a value is missing */
  chain():
    | { readonly label: string; readonly options: readonly string[]; readonly peers: readonly string[] }
    | undefined
}

/** Start of the message of `describechain` about a text without a chain. Matched for display only. */
const NO_CHAIN = /^There is no chain in this text/

const formatProblems = (description: ChainDescription | undefined) => {
  const problems = description?.problems ?? []
  if (NO_CHAIN.test(problems[0]?.message ?? '')) return t('chains:join.notInvitation')
  return problems.map(({ message }) => message).join('; ') || undefined
}

/**
 * State of the form to join an existing chain, pasted or filled in, and the nodes to connect to.
 * @param invitation replaces the text of an earlier visit if not empty
 */
export function useJoinForm(refusedLabel: string | undefined, invitation: string): Joining {
  const { draft: kept, change, clear } = useJoinDraft()
  const { chain: keptChain, ...typed } = kept
  const keptValues: JoinValues = invitation === '' ? typed : { mode: 'paste', text: invitation, label: '', peers: null }
  const { register, set, reset, onSubmit, ...join } = useForm<JoinValues>({ defaultValues: keptValues, keep: change })
  const { mode, text, label, peers: peerText } = join.values
  const attempted = join.tried
  useEffect(() => () => useJoinDraft.getState().leave(), [])
  const pasting = mode === 'paste'
  const blank = text.trim() === ''
  const pasted = useDescription(pasting && !blank ? { text } : undefined)
  const form = useChainForm({
    ...{ defaultValues: keptChain, peers: [], refusedLabel },
    keep: (chain) => change({ chain }),
  })
  const described = pasting ? pasted : form
  const found = pasting || form.named ? described.description : undefined
  const peers = peerText === null ? (found?.peers ?? []) : parsePeers(peerText)
  // Typed peers are validated together with the chain.
  const judged = useDescription(found?.ok && peerText !== null ? { options: found.options, peers } : undefined)
  const peerProblem = judged.description?.problems[0]?.message
  const understood = found?.ok === true && described.current && (pasting || form.ready)
  const missing = attempted ? t('chains:join.pasteFirst') : undefined
  return {
    ...{ register, set, onSubmit, draft: join.values, error: described.error },
    ...{ peers, peerProblem, form, found, understood, attempted },
    pasteProblem: pasting ? (blank ? missing : formatProblems(pasted.description)) : undefined,
    clear() {
      clear()
      const { chain, ...values } = emptyJoinDraft
      form.reset(chain)
      reset({ ...values, mode })
    },
    chain() {
      if (!found || !understood || peerProblem) return undefined
      return {
        label: (pasting ? label : form.part.draft.label).trim(),
        options: found.options,
        peers: peers.map((peer) => withPort(peer, found.p2pport)),
      }
    },
  }
}
