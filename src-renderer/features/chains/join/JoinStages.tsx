import type { ChainPorts } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { Connecting } from '../start/Connecting.tsx'
import { Starting } from '../start/Starting.tsx'
import type { Opening } from '../useOpening.ts'

export type Joined = Extract<Opening, { readonly id: string }>

export const isJoined = (opening: Opening): opening is Joined => 'id' in opening

/** Shows the progress from the click on Join to a connected node. */
export function JoinStages({
  opening,
  name,
  onStart,
}: {
  readonly opening: Joined
  readonly name: string
  onStart(ports: ChainPorts): void
}) {
  const shown = useCurrentChain()
  return opening.stage === 'open' && shown?.id === opening.id ? (
    <Connecting key={shown.id} chain={shown} />
  ) : (
    <Starting opening={opening} name={name} onStart={onStart} />
  )
}
