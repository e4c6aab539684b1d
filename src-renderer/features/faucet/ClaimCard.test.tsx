import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { COIN } from '#shared/units.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import type { ClaimStage, Eligibility, FaucetClaim } from './claimStatus.ts'
import { claimWith, eligibilityWith } from './testing/eligibility.ts'

beforeAll(() => loadTexts('faucet'))

interface ShowOptions {
  readonly stage?: ClaimStage
  readonly claim?: FaucetClaim
  readonly eligibility?: Eligibility
  readonly replies?: Replies
  readonly begin?: boolean
}

function show({
  stage = 'open',
  claim = claimWith(),
  eligibility = eligibilityWith(),
  replies = {},
  begin = false,
}: ShowOptions = {}) {
  const onBegun = vi.fn()
  const onFund = vi.fn()
  const onTransaction = vi.fn()
  const card = (
    <ClaimCard
      coin="COIN"
      stage={stage}
      begin={begin}
      onBegun={onBegun}
      onFund={onFund}
      onTransaction={onTransaction}
    />
  )
  const view = renderWindow(card, {
    fauceteligibility: () => eligibility,
    getfaucetclaim: () => claim,
    listchains: () => ({ chains: [], current: null }) as never,
    getnodestatus: () => ({ name: 'COIN' }) as never,
    ...replies,
  })
  return { ...view, onBegun, onFund, onTransaction }
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

describe('ClaimCard', () => {
  it('shows the number of claims left and the time for one claim', async () => {
    const eligibility = eligibilityWith()
    const checks = eligibility.checks.map((check) => (check.name === 'pool' ? { ...check, amount: 5n * COIN } : check))
    show({ eligibility: { ...eligibility, checks }, claim: claimWith({ rate: 2184 }) })
    expect(await screen.findByRole('heading', { name: '49 claims left' })).toBeTruthy()
    expect(screen.getByText('about 30 s')).toBeTruthy()
    const [first, second] = screen.getAllByRole('button', { name: /^(Claim|Fund)/ })
    expect([first?.textContent, second?.textContent]).toEqual(['Claim 0.1 COIN', 'Fund the faucet'])
  })

  it('caps the progress bar below its full length', async () => {
    const figures = { rate: 2184, attempts: 2_000_000, elapsed: 900 }
    show({ stage: 'searching', claim: claimWith({ state: 'searching', ...figures, probability: 1 - 1e-13 }) })
    const bar = await screen.findByRole('progressbar', { name: 'Search for a claim' })
    expect(bar.getAttribute('aria-valuenow')).toBe('99')
    expect(bar.getAttribute('aria-valuetext')).toBe(
      '99.99 % of claims like this are found by now. About 21 to 90 s left.',
    )
    expect((bar.firstElementChild as HTMLElement).style.transform).toBe('scaleX(0.995)')
    expect([screen.getByText('50 %'), screen.getByText('95 %')].map((mark) => mark.style.left)).toEqual(['50%', '95%'])
  })

  it('scales the progress bar to the probability', async () => {
    show({ stage: 'searching', claim: claimWith({ state: 'searching', rate: 2184, attempts: 1, probability: 0.629 }) })
    const bar = await screen.findByRole('progressbar')
    expect(bar.getAttribute('aria-valuenow')).toBe('62')
    expect((bar.firstElementChild as HTMLElement).style.transform).toBe('scaleX(0.629)')
  })

  it('sends a claim automatically that was found while another page was open', async () => {
    const claim = claimWith({ state: 'found', txid: 'cd'.repeat(32), hex: 'f00d' })
    const { node } = show({ stage: 'found', claim })
    await waitFor(() => expect(node.inputsOf('explaintransaction').length).toBeGreaterThan(0))
  })

  it('folds curve, odds and conditions under How it works', async () => {
    const { user } = show()
    const fold = await button('How it works')
    expect(screen.queryByRole('list', { name: 'Conditions' })).toBeNull()
    await user.click(fold)
    expect(fold.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('list', { name: 'Conditions' })).toBeTruthy()
    expect(screen.getByText(/Each attempt succeeds with a chance of 1 in 65,536/)).toBeTruthy()
  })

  it('starts only one search on a double click', async () => {
    const { user, node } = show({ replies: { startfaucetclaim: () => new Promise(() => {}) } })
    await user.dblClick(await button('Claim 0.1 COIN'))
    await waitFor(() => expect(node.inputsOf('startfaucetclaim')).toHaveLength(1))
  })

  it.each<ClaimStage>(['found', 'sent'])(
    'starts only one new search on a double click after a claim was %s',
    async (stage) => {
      const claim = claimWith({ state: 'found', txid: 'cd'.repeat(32), hex: 'f00d' })
      const unknown = () => {
        throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'No information available about transaction')
      }
      const replies = { startfaucetclaim: () => new Promise<never>(() => {}), getrawtransaction: unknown }
      const { user, node } = show({ stage, claim, replies })
      await user.dblClick(await button('Search again'))
      await waitFor(() => expect(node.inputsOf('startfaucetclaim')).toHaveLength(1))
    },
  )

  it('explains why no search was started', async () => {
    const { user } = show({
      replies: { startfaucetclaim: () => ({ result: 'error', error: 'address was used' }) as never },
    })
    await user.click(await button('Claim 0.1 COIN'))
    expect(await screen.findByText(/No search was started/)).toBeTruthy()
  })

  it('disables the claim while a condition is not met, and explains which', async () => {
    const eligibility = eligibilityWith([{ name: 'pool', amount: 0n }])
    const { user, onFund } = show({ stage: 'closed', eligibility })
    expect((await button('Claim 0.1 COIN')).disabled).toBe(true)
    expect(screen.getByText('Anyone can fund it.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'The faucet is empty.' })).toBeTruthy()
    await user.click(await button('Fund the faucet'))
    expect(onFund).toHaveBeenCalled()
  })

  it('offers a fresh key if the address was used', async () => {
    show({ stage: 'closed', eligibility: eligibilityWith([{ name: 'history' }]) })
    expect(await button('Use a new main address')).toBeTruthy()
  })

  it('suggests a claim as Friend in the sandbox until Friend has claimed', async () => {
    const eligibility = eligibilityWith([{ name: 'history' }])
    const listchains = () => ({ chains: [{ id: 'a', kind: 'sandbox' }], current: 'a' }) as never
    show({
      stage: 'closed',
      eligibility,
      replies: { listchains, getfirststeps: () => ({ done: ['fund'], claiming: [] }) as never },
    })
    expect(await button('Claim as Friend')).toBeTruthy()
    cleanup()
    const running = { listchains, getfirststeps: () => ({ done: ['fund'], claiming: ['friend'] }) as never }
    show({ stage: 'closed', eligibility, replies: running })
    expect(await screen.findByText('Friend is searching for a faucet claim.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Claim as Friend' })).toBeNull()
    cleanup()
    const replies = { listchains, getfirststeps: () => ({ done: ['fund', 'claim'], claiming: [] }) as never }
    show({ stage: 'closed', eligibility, replies })
    expect(await button('Claim 0.1 COIN')).toBeTruthy()
    expect(screen.queryByText('Try the faucet in two steps')).toBeNull()
  })

  it('starts the search for the step “Claim as Friend” once, and only as Friend', async () => {
    const startfaucetclaim = () => claimWith({ state: 'searching' })
    const as = (kind: string) => ({
      listchains: () => ({ chains: [{ id: 'one', kind, name: 'SANDBOX' }], current: 'one' }) as never,
      getfirststeps: () => ({ done: [], token: null, claiming: [] }) as never,
    })
    const me = show({ begin: true, replies: { ...as('sandbox'), startfaucetclaim } })
    await button('Claim 0.1 COIN')
    expect(me.node.inputsOf('startfaucetclaim')).toHaveLength(0)
    cleanup()
    const friend = show({ begin: true, replies: { ...as('friend'), startfaucetclaim } })
    await waitFor(() => expect(friend.node.inputsOf('startfaucetclaim')).toHaveLength(1))
    expect(friend.onBegun).toHaveBeenCalledTimes(1)
  })

  it('stops a running search by its button', async () => {
    const claim = claimWith({ state: 'searching', attempts: 5, elapsed: 1 })
    const { user, node } = show({ stage: 'searching', claim })
    await user.click(await button('Stop'))
    await waitFor(() => expect(node.inputsOf('cancelfaucetclaim')).toHaveLength(1))
  })

  it('offers a retry after a stopped search', async () => {
    show({ stage: 'cancelled', claim: claimWith({ state: 'cancelled', attempts: 5, elapsed: 1 }) })
    expect(await screen.findByText(/Stopped after 5 attempts/)).toBeTruthy()
    expect(await button('Try again')).toBeTruthy()
  })

  it('explains that the search failed', async () => {
    show({ stage: 'failed', claim: claimWith({ state: 'failed', error: 'a block changed it' }) })
    expect(await screen.findByText('The search failed')).toBeTruthy()
  })

  it('links to the earlier claim of the address', async () => {
    const txid = 'ab'.repeat(32)
    const eligibility = eligibilityWith([{ name: 'claimed', txid, height: 3 }])
    const { user, onTransaction } = show({ stage: 'claimed', claim: claimWith(), eligibility })
    await user.click(await button('Show the claim'))
    expect(onTransaction).toHaveBeenCalledWith(txid)
  })

  it('reports a chain without contracts as having no faucet', async () => {
    show({ stage: 'closed', eligibility: eligibilityWith([{ name: 'conditions' }]) })
    expect(await screen.findByText('This chain has no faucet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Claim 0.1 COIN' })).toBeNull()
  })
})
