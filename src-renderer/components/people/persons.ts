/** The two wallets of the sandbox, Me and Friend: which one is in use, and switching between them. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedChain, WindowResult } from '#shared/chains/index.ts'
import { type ListedChains, useChains, useCurrentChain } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey } from '../../node/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

export type Person = 'me' | 'friend'

export const otherPerson = (person: Person): Person => (person === 'me' ? 'friend' : 'me')

/** Returns which sandbox wallet a chain's node has, or undefined outside the sandbox. */
export function personFor(chain: Pick<ListedChain, 'kind'> | undefined): Person | undefined {
  if (chain?.kind === 'sandbox') return 'me'
  return chain?.kind === 'friend' ? 'friend' : undefined
}

/** Name of the chain started by the option -sandbox. */
const SANDBOX = 'SANDBOX'

/**
 * Returns true for a chain with test coins: the sandbox in the list with both of its wallets, or the one started by the
 * option.
 */
export const isToyChain = (chain: Pick<ListedChain, 'kind' | 'name'> | undefined): boolean =>
  personFor(chain) !== undefined || (chain?.kind === 'commandline' && chain.name === SANDBOX)

/** Returns true while the selected chain has test coins, which need no backup. */
export const useToyChain = (): boolean => isToyChain(useCurrentChain())

/** Returns the chains to choose from. The sandbox appears once, for both of its wallets. */
export const chosenChains = (list: ListedChains | undefined): readonly ListedChain[] =>
  (list?.chains ?? []).filter(({ kind }) => kind !== 'friend')

/** Returns true if a chain of the list is selected. The sandbox counts as selected while Friend is in use. */
export function isShown(
  chain: Pick<ListedChain, 'id' | 'kind'>,
  current: Pick<ListedChain, 'id' | 'kind'> | undefined,
) {
  return chain.id === current?.id || (chain.kind === 'sandbox' && current?.kind === 'friend')
}

/** Returns the sandbox wallet in use; `paired` is true if Friend has been created. */
export function usePerson(): { readonly person: Person | undefined; readonly paired: boolean } {
  const { data: list } = useChains()
  const person = personFor(useCurrentChain())
  return { person, paired: list?.chains.some(({ kind }) => kind === 'friend') === true }
}

/** Switches the window to the other sandbox wallet. The first switch creates Friend, which takes a second. */
export function useSwitchPerson() {
  const { client } = useNode()
  const queries = useQueryClient()
  const [becoming, setBecoming] = useState<Person>()
  const become = async (person: Person) => {
    setBecoming(person)
    try {
      const list = queries.getQueryData<ListedChains>(rpcKey('listchains', {}))
      const listed = list?.chains.find((each) => personFor(each) === person)
      // Use the answer of the call: a refetched list may lack Friend, because another change of the chains cancels the
      // fetch.
      const { id } = listed ?? (await client.call('startfriend'))[person]
      await client.call('selectchain', { id })
    } catch (error) {
      toast({ tone: 'bad', title: describeError(error).title })
    } finally {
      setBecoming(undefined)
    }
  }
  return { becoming, become }
}

type People = WindowResult<'startfriend'>
/** Returns the other sandbox wallet as a payee. Its first use creates Friend. */
export function useOtherPerson() {
  const { client } = useNode()
  const { person } = usePerson()
  const other = person && otherPerson(person)
  return {
    person: other,
    /** Resolves to undefined outside the sandbox, or if the wallet could not be started, after reporting the error. */
    async find(): Promise<People[Person] | undefined> {
      try {
        if (other === undefined) return undefined
        const people = await client.call('startfriend')
        return people[other]
      } catch (error) {
        toast({ tone: 'bad', title: describeError(error).title })
        return undefined
      }
    },
  }
}
