import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { AddressCard } from './AddressCard.tsx'
import type { ReceiveAddress } from './labels.ts'

beforeAll(() => loadTexts('wallet', 'people', 'parts'))

const UNUSED = {
  ...{ address: 'RSM4cMuL63aWYxtbcgnULUYs9c8JSP2EXs', label: '', change: false, tokenkey: false },
  ...{ transactions: 0, received: 0n, mined: 0n, balance: 0n, created: 0 },
}

const show = (change: object = {}, identity: string | null = null) =>
  renderWindow(<AddressCard entry={{ ...UNUSED, ...change } as unknown as ReceiveAddress} coin="COIN" />, {
    getwalletstatus: () => ({ identity }) as never,
  })

const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent

describe('AddressCard', () => {
  it('shows received and mined coins as two figures', () => {
    show({ transactions: 3, received: 500_000_000n, mined: 2_005_000_000n })
    expect(figure('From others')).toMatch(/^5(\.0+)? ?COIN$/)
    expect(figure('Mined')).toMatch(/^20\.05(0+)? ?COIN$/)
  })

  it('labels an address with own transactions only as used by this wallet', () => {
    show({ transactions: 1 })
    expect(screen.getByText('Used by this wallet only.')).toBeTruthy()
    expect(screen.queryByText('From others')).toBeNull()
  })

  it('explains the purpose of an unused address', () => {
    show()
    expect(screen.getByText('Give this address to whoever pays you.')).toBeTruthy()
  })

  it('explains the purposes of the address and of the key next to it', async () => {
    show({}, `02${'ab'.repeat(32)}`)
    expect(await screen.findByText(/^Give the address to whoever sends you coins, the key to/)).toBeTruthy()
  })
})
