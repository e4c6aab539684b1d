/** The two people of the sandbox: who one is, and becoming the other. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedChain, WindowResult } from '#shared/chains/index.ts'
import { type ListedChains, useChains, useCurrentChain } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey } from '../../node/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

export type Person = 'me' | 'friend'

/** Returns the one of the two that this is not. */
export const otherPerson = (person: Person): Person => (person === 'me' ? 'friend' : 'me')

/** Whose wallet a chain's node has; undefined: there is one wallet only. */
export function personOf(chain: Pick<ListedChain, 'kind'> | undefined): Person | undefined {
  if (chain?.kind === 'sandbox') return 'me'
  return chain?.kind === 'friend' ? 'friend' : undefined
}

/** The chain that the option -sandbox starts. */
const SANDBOX = 'SANDBOX'

/** Returns true for a chain of toy coins: the sandbox of the list with both of its wallets, or the one of the option. */
export const isToyChain = (chain: Pick<ListedChain, 'kind' | 'name'> | undefined): boolean =>
  personOf(chain) !== undefined || (chain?.kind === 'commandline' && chain.name === SANDBOX)

/** Returns true while the shown chain has toy coins, which no backup is asked for. */
export const useToyChain = (): boolean => isToyChain(useCurrentChain())

/** The chains to choose from: the sandbox is one of them, whoever one is there. */
export const chosenChains = (list: ListedChains | undefined): readonly ListedChain[] =>
  (list?.chains ?? []).filter(({ kind }) => kind !== 'friend')

/** The chain of the list that is shown: the sandbox, too, while one is Friend. */
export function isShown(
  chain: Pick<ListedChain, 'id' | 'kind'>,
  current: Pick<ListedChain, 'id' | 'kind'> | undefined,
) {
  return chain.id === current?.id || (chain.kind === 'sandbox' && current?.kind === 'friend')
}

/** Who one is in the sandbox; `paired`: the other one was met. */
export function usePerson(): { readonly person: Person | undefined; readonly paired: boolean } {
  const { data: list } = useChains()
  const person = personOf(useCurrentChain())
  return { person, paired: list?.chains.some(({ kind }) => kind === 'friend') === true }
}

/** Lets the window show the other one's wallet. The first time Friend is made, which takes a second. */
export function useBecome() {
  const { client } = useNode()
  const queries = useQueryClient()
  const [becoming, setBecoming] = useState<Person>()
  const become = async (person: Person) => {
    setBecoming(person)
    try {
      const list = queries.getQueryData<ListedChains>(rpcKey('listchains', {}))
      const listed = list?.chains.find((each) => personOf(each) === person)
      // A list that is fetched again could still lack Friend: another change of the chains cancels the fetch.
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
/** The other one of the sandbox, as somebody to pay; the first time Friend is made for it. */
export function useOtherPerson() {
  const { client } = useNode()
  const { person } = usePerson()
  const other = person && otherPerson(person)
  return {
    person: other,
    /** Resolves to undefined where it could not be made, which was said then. */
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
