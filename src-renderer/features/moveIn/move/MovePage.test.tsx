import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { confSample, moveSample } from '../testing/samples.ts'
import type { MoveState } from '../texts.ts'
import { MovePage } from './MovePage.tsx'

beforeAll(() => loadTexts('moveIn', 'parts'))

function show(move: MoveState | undefined, replies: Replies = {}, options: FakeNodeOptions = {}) {
  const all: Replies = {
    getmovein: () => ({ moves: move === undefined ? [] : [move] }),
    listchains: () => ({ chains: [{ id: 'TEST-1', label: 'Test chain' }], current: null }) as never,
    ...replies,
  }
  return renderWindow(<MovePage id="TEST-1" />, all, options)
}

const done = (changes: Partial<MoveState> = {}) => moveSample({ step: 'done', state: 'done', ...changes })
const PAUSING: Replies = { selectchain: () => null as never, pauseblockimport: () => null as never }
const stepStates = () => screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/^\d/, ''))

describe('MovePage', () => {
  it('shows the steps and the progress of the blocks, and pauses them', async () => {
    const { user, node } = show(moveSample(), PAUSING)
    expect(await screen.findByText('Moving in Test chain')).toBeTruthy()
    expect(stepStates()).toEqual(['Chain, done', 'Wallet, done', 'Blocks, in progress', 'Conf file, upcoming'])
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('40 %')
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(node.inputsOf('pauseblockimport')).toEqual([{ paused: true }]))
    // The call goes to the node of the selected chain.
    expect(node.inputsOf('selectchain')).toEqual([{ id: 'TEST-1' }])
  })

  it('resumes paused blocks, and leaves out a wallet that was not chosen', async () => {
    const { user, node } = show(
      moveSample({ state: 'paused', wallet: null, choices: { ...moveSample().choices, wallet: false } }),
      PAUSING,
    )
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(node.inputsOf('pauseblockimport')).toEqual([{ paused: false }]))
    expect(stepStates()).toEqual(['Chain, done', 'Blocks, in progress', 'Conf file, upcoming'])
  })

  it('tries again after a failure, with the same choices', async () => {
    const choices = { wallet: false, blocks: true, conf: true, label: 'Old', ticks: ['proxy=127.0.0.1:9'] }
    const failed = moveSample({ state: 'failed', detail: 'The disk is full.', choices })
    const { user, node } = show(failed, { moveinnode: () => moveSample() })
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(node.inputsOf('moveinnode')).toEqual([{ folder: failed.folder, choices }]))
  })

  it('continues with the passphrase', async () => {
    const waiting = moveSample({ step: 'wallet', state: 'waiting', wallet: null, blocks: null })
    const { user, node, paste } = show(waiting, { moveinnode: () => moveSample() })
    await paste(await screen.findByLabelText('Passphrase of the old wallet'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Enter the passphrase' }))
    const wanted = { folder: waiting.folder, choices: waiting.choices, passphrase: 'secret' }
    await waitFor(() => expect(node.inputsOf('moveinnode')).toEqual([wanted]))
  })

  it('says that nothing was moved into a chain', async () => {
    show(undefined)
    expect(await screen.findByText('Nothing was moved into this chain')).toBeTruthy()
  })

  it('counts what moved in, says what the old file reveals, and offers fresh keys and a backup', async () => {
    const leaks = { plainkeys: 4, plainseed: true }
    const warnings = ['The old wallet was changed after it was moved in.']
    show(done({ wallet: { imported: 100, keys: 105, shielded: 2, leaks }, warnings }))
    expect(await screen.findByText('Test chain has moved in')).toBeTruthy()
    expect(screen.getByText('100 keys added; 5 were there already')).toBeTruthy()
    expect(
      await screen.findByText(/4 private keys and the seed of shielded addresses\. Whoever has a copy/),
    ).toBeTruthy()
    expect(screen.getByText(/two programs would spend the same coins/)).toBeTruthy()
    expect(screen.getByText(warnings[0] ?? '')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Move to fresh keys' })).toBeTruthy()
    expect(screen.getByText(/Keep the old wallet file as well/)).toBeTruthy()
  })

  it('warns while the old node runs with the same wallet', async () => {
    show(done({ running: true }))
    expect(await screen.findByText(/^The old node is running now: two programs spend one wallet/)).toBeTruthy()
  })

  it('opens the keys of the chain that moved in', async () => {
    const { user, node, router } = show(done(), { selectchain: () => null as never })
    await user.click(await screen.findByRole('button', { name: 'Go to backups' }))
    await waitFor(() => expect(node.inputsOf('selectchain')).toEqual([{ id: 'TEST-1' }]))
    await waitFor(() => expect(router.state.location.href).toBe('/wallet?tab=keys'))
  })

  it('restores the conf file', async () => {
    const restored = { restored: true, file: '', detail: '', former: '', found: '' }
    const { user, node } = show(done({ conf: confSample() }), { undomovein: () => restored })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(node.inputsOf('undomovein')).toEqual([{ id: 'TEST-1' }]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows both contents of a conf file that another program changed', async () => {
    const kept = {
      restored: false,
      file: '',
      detail: 'Another program changed it.',
      former: 'rpcport=1',
      found: 'gen=1',
    }
    const { user } = show(done({ conf: confSample('changed') }), { undomovein: () => kept })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('region', { name: 'Before the move' })).textContent).toBe('rpcport=1')
    expect(screen.getByRole('region', { name: 'In the file now' }).textContent).toBe('gen=1')
  })
})
