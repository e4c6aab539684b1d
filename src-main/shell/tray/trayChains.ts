/** Updates the tray's model of all chains from their events. */
import { chainMethods } from '#shared/chains/index.ts'
import { parseJson } from '#shared/json.ts'
import type { ChainManager } from '../../app/chains/index.ts'
import { appText } from '../../app/texts/index.ts'
import { type TrayModel, trayModel } from './trayModel.ts'

/** Minimum delay of an update in ms: many blocks per second may arrive. */
const EVERY_MS = 2_000

export interface TrayWatch {
  model(): TrayModel
  close(): void
}

/** @param changed called when `model` may have changed */
export function watchTrayChains(
  chainManager: Pick<ChainManager, 'call' | 'language' | 'onChainEvent' | 'onEvent' | 'shown'>,
  changed: () => void,
): TrayWatch {
  const miners = new Map<string, 'on' | 'off'>()
  const t = () => appText(chainManager.language())
  let model = trayModel([], null, t())
  let timer: NodeJS.Timeout | undefined

  const read = async () => {
    timer = undefined
    const text = await chainManager.call('listchains', '[]').catch(() => undefined)
    if (text === undefined) return
    const { chains, current } = chainMethods.listchains.result.decode(parseJson(text))
    model = trayModel(
      chains.map(({ id, label, state, height, network }) => ({
        ...{ id, label, height, running: state === 'running' || state === 'starting' },
        miner: network === 'main' && state === 'running' ? (miners.get(id) ?? 'off') : null,
      })),
      current,
      t(),
    )
    changed()
  }
  const soon = (milliseconds: number) => {
    timer ??= setTimeout(() => void read(), milliseconds)
  }
  const ends = [
    chainManager.onChainEvent((id, event) => {
      if (event.type !== 'mining') return
      miners.set(id, event.miner.state === 'off' ? 'off' : 'on')
      soon(0)
    }),
    chainManager.onEvent(({ type }) => {
      if (type === 'chains' || type === 'chain') soon(EVERY_MS)
      // The language may have changed.
      if (type === 'settings') soon(0)
    }),
  ]
  soon(0)
  return {
    model: () => model,
    close() {
      clearTimeout(timer)
      for (const end of ends) end()
    },
  }
}
