import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { HomeStepCard } from './NextCard.tsx'
import { useHomeStep } from './useNext.ts'

const OFF = { state: 'off', detail: '', generate: false, interrupted: false, cores: 4, reward: { to: 'wallet' } }
const MINING = { ...OFF, state: 'mining', generate: true }
const COINS = 500_000_000n

function Card() {
  const next = useHomeStep()
  return (
    <>
      <p>next: {next ?? 'nothing'}</p>
      <HomeStepCard next={next} />
    </>
  )
}

interface CardState {
  readonly kind?: string
  readonly height?: number
  readonly total?: bigint
  readonly miner?: object
  readonly written?: boolean
}

function show({ kind = 'created', height = 0, total = 0n, miner = OFF, written = true }: CardState) {
  return renderWindow(<Card />, {
    listchains: () => ({ current: 'one', chains: [{ id: 'one', kind, name: 'GARDEN', label: 'Garden' }] }) as never,
    getnodestatus: () => ({ network: 'main', phase: 'ready' }) as never,
    getwalletsummary: () => ({ total, tokens: 0n }) as never,
    getminerstatus: () => miner as never,
    getsyncstate: () => ({ state: 'synced', evidence: { height, peers: 1 } }) as never,
    getwalletstatus: () =>
      ({ phrase: true, words: 12, phrasewritten: written, uncovered: 0, backup: null, backupcomplete: false }) as never,
    setgenerate: () => null as never,
  })
}

describe('NextCard', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    await loadTexts('people')
  })

  it('starts mining on a created chain without coins', async () => {
    const { node } = show({})
    const start = await screen.findByRole('button', { name: 'Start mining' })
    start.click()
    await waitFor(() => expect(node.inputsOf('setgenerate')).toHaveLength(1))
  })

  it('explains how to get first coins on a joined chain', async () => {
    show({ kind: 'joined', height: 12 })
    expect(await screen.findByRole('link', { name: 'Show your address' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start mining' })).toBeNull()
  })

  it('offers a backup once there are coins', async () => {
    show({ height: 3, total: COINS, written: false })
    expect(await screen.findByRole('region', { name: 'Recovery phrase' })).toBeTruthy()
  })

  it.each([
    ['a wallet with coins and a backup', { height: 3, total: COINS }],
    ['a miner that already runs', { miner: MINING }],
    ['a miner without an address to pay', { miner: { ...OFF, reward: { to: 'nobody' } } }],
  ])('shows nothing for %s', async (_, given) => {
    const { node } = show(given)
    for (const method of ['getwalletsummary', 'getminerstatus', 'getsyncstate', 'getwalletstatus'] as const) {
      await waitFor(() => expect(node.inputsOf(method)).toHaveLength(1))
    }
    expect(await screen.findByText('next: nothing')).toBeTruthy()
  })
})
