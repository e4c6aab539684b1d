/**
 * Builds the content of the tray: icon state, tooltip and a short menu. Does not import Electron, so that it can be
 * tested.
 */
import { visibleText } from '#shared/visibleText.ts'
import type { AppText } from '../../app/texts/index.ts'

export type TrayState = 'idle' | 'running' | 'mining'

export interface TrayChain {
  readonly id: string
  readonly label: string
  readonly running: boolean
  readonly height: number | null
  /** null if the chain has no miner that can be switched */
  readonly miner: 'on' | 'off' | null
}

export type TrayAction =
  | { readonly do: 'open' }
  | { readonly do: 'quit' }
  | { readonly do: 'mine' | 'pause'; readonly id: string }

export interface TrayItem {
  /** label, or '' for a separator */
  readonly label: string
  /** undefined for a line without an action */
  readonly action?: TrayAction
}

export interface TrayModel {
  readonly state: TrayState
  readonly tooltip: string
  readonly items: readonly TrayItem[]
}

/** Maximum number of chains in the menu, so that it fits on small screens. */
const MAX_MENU_CHAINS = 5
const MAX_LABEL_LENGTH = 40

/** Double an ampersand, which would otherwise underline the next letter. */
const labelText = (label: string) =>
  visibleText(label, { max: MAX_LABEL_LENGTH })
    .runs.map(({ text }) => text)
    .join('')
    .replaceAll('&', '&&')

function formatLine({ label, height, miner }: TrayChain, t: AppText): string {
  const chain = labelText(label)
  if (height === null) return t(miner === 'on' ? 'tray.startingMining' : 'tray.starting', { chain })
  return t(miner === 'on' ? 'tray.blockMining' : 'tray.block', { chain, height })
}

function formatTooltip(running: number, mining: boolean, t: AppText): string {
  if (running === 0) return t('tray.tipNone')
  return t(mining ? 'tray.tipMining' : 'tray.tip', { number: running })
}

/** @param shown id of the chain that the window shows */
export function trayModel(chains: readonly TrayChain[], shown: string | null, t: AppText): TrayModel {
  const running = chains.filter((chain) => chain.running)
  const mining = running.filter(({ miner }) => miner === 'on')
  const state = mining.length > 0 ? 'mining' : running.length > 0 ? 'running' : 'idle'
  const more = running.length - MAX_MENU_CHAINS
  const lines = running.slice(0, MAX_MENU_CHAINS).map((chain) => ({ label: formatLine(chain, t) }))
  if (more > 0) lines.push({ label: t('tray.more', { number: more }) })
  if (lines.length === 0) lines.push({ label: t('tray.none') })
  const miner = running.find(({ id, miner: has }) => id === shown && has !== null)
  const switching: readonly TrayItem[] =
    miner === undefined
      ? []
      : miner.miner === 'on'
        ? [{ label: t('tray.pause'), action: { do: 'pause', id: miner.id } }]
        : [{ label: t('tray.mine'), action: { do: 'mine', id: miner.id } }]
  return {
    state,
    tooltip: formatTooltip(running.length, mining.length > 0, t),
    items: [
      { label: t('tray.open'), action: { do: 'open' } },
      { label: '' },
      ...lines,
      ...switching,
      { label: '' },
      { label: t('tray.quit'), action: { do: 'quit' } },
    ],
  }
}
