import { useEffect } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { useRpc } from '../../node/queries.ts'
import { personOf } from '../people/persons.ts'
import { STEPS, stepsDone } from './steps.ts'
import { listOf, useSteps } from './stepsStore.ts'

export const moduleRows = { options: { kind: 'module', limit: 100 } }
export const sentRows = { options: { kind: 'sent', limit: 20 } }

/** Notes what the records of the shown person's node have, on whatever page one is: the list shows what either one did. */
export function StepsWatch({ chain }: { readonly chain: ListedChain }) {
  return personOf(chain) === undefined ? null : <NodeSteps list={listOf(chain)} />
}

function NodeSteps({ list }: { readonly list: string }) {
  const modules = useRpc('listwallethistory', moduleRows)
  const sent = useRpc('listwallethistory', sentRows)
  const bans = useRpc('listbans', {})
  const note = useSteps((state) => state.note)
  const moduleList = modules.data?.rows ?? []
  const rows = [...moduleList, ...(sent.data?.rows ?? [])]
  // The newest first: the token that the steps begin with is the last one listed.
  const token = moduleList.findLast(({ action, state }) => action === 'token-create' && state !== 'conflicted')?.txid
  const steps = [...stepsDone({ rows, bans: bans.data?.length ?? 0 })].join(' ')
  useEffect(
    () =>
      note(
        list,
        STEPS.filter((step) => steps.split(' ').includes(step)),
        token,
      ),
    [note, list, steps, token],
  )
  return null
}
