import { useRef, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { useNode } from '../../node/context.tsx'

/** Miner settings: one core is enough for the first blocks of a chain. */
const ONE_CORE = { generate: true, genproclimit: 1 } as const

/** Stages of adding a chain to the list, starting its node and selecting it. */
export type Opening =
  | { readonly stage: 'none' }
  | { readonly stage: 'adding' }
  | { readonly stage: 'starting'; readonly id: string }
  | { readonly stage: 'refused'; readonly error: unknown }
  /** The chain was added to the list, but its node failed to start. */
  | { readonly stage: 'failed'; readonly id: string; readonly error: unknown }
  | { readonly stage: 'open'; readonly id: string }

export function useOpening() {
  const { client } = useNode()
  const [opening, setOpening] = useState<Opening>({ stage: 'none' })
  const mines = useRef(false)

  const start = async (id: string, ports: ChainPorts) => {
    setOpening({ stage: 'starting', id })
    try {
      await client.call('startchain', Object.keys(ports).length > 0 ? { id, ports } : { id })
      await client.call('selectchain', { id })
      // Ignore a failure here: the page that opens shows if the miner runs, and has its switch.
      if (mines.current) await client.call('setgenerate', ONE_CORE).catch(() => undefined)
      setOpening({ stage: 'open', id })
      return true
    } catch (error) {
      setOpening({ stage: 'failed', id, error })
      return false
    }
  }

  /**
   * Adds the chain and starts it. Resolves to true if the chain is open, else `opening` contains the error.
   * @param mine starts the miner with the chain
   */
  const open = async (add: () => Promise<{ readonly id: string }>, ports: ChainPorts = {}, mine = false) => {
    mines.current = mine
    setOpening({ stage: 'adding' })
    let added: { readonly id: string }
    try {
      added = await add()
    } catch (error) {
      setOpening({ stage: 'refused', error })
      return false
    }
    return start(added.id, ports)
  }

  return { opening, open, start }
}
