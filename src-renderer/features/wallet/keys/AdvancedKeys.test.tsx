import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { AdvancedKeys } from './AdvancedKeys.tsx'
import type { WalletStatus } from './backupState.ts'

beforeAll(() => loadTexts('wallet', 'backup', 'parts'))

const WALLET = {
  ...{ phrase: true, phrasereplaceable: true, phraseunused: false, encrypted: true, drill: null, accounts: [] },
  ...{ identity: '02'.padEnd(66, 'a'), previousidentity: null },
}

function show(change: object = {}, desktop = false) {
  const onOpen = vi.fn()
  const view = renderWindow(
    <AdvancedKeys status={{ ...WALLET, ...change } as unknown as WalletStatus} onOpen={onOpen} />,
    {},
    { desktop },
  )
  return { ...view, onOpen }
}

const offers = (name: string) => screen.queryByRole('button', { name }) !== null

describe('AdvancedKeys', () => {
  it('opens the dialog of each button after it is expanded', async () => {
    const { user, onOpen } = show()
    const label = screen.getByText('Advanced')
    expect(label.closest('details')?.open).toBe(false)
    await user.click(label)
    for (const name of ['Restore drill', 'Move to new words', 'Change the passphrase', 'Show a private key']) {
      await user.click(screen.getByRole('button', { name }))
    }
    expect(onOpen.mock.calls).toEqual([['drill'], ['phrase'], ['change'], ['show-key']])
  })

  it('offers no action that the node would reject', async () => {
    const { user } = show({ phrasereplaceable: false, encrypted: false })
    await user.click(screen.getByText('Advanced'))
    expect(['Move to new words', 'Change the passphrase', 'Restore from a phrase'].map(offers)).toEqual([
      ...[false, false, false],
    ])
  })

  it.each([true, false])('offers to import an old passphrase only in the desktop app (%s)', async (desktop) => {
    const { user } = show({}, desktop)
    await user.click(screen.getByText('Advanced'))
    expect(offers('Import an old wallet’s passphrase')).toBe(desktop)
  })

  it.each([{ phrase: false }, { phraseunused: true }])(
    'offers to restore from a phrase for a wallet with %j',
    async (change) => {
      const { user } = show(change)
      await user.click(screen.getByText('Advanced'))
      expect(offers('Restore from a phrase')).toBe(true)
    },
  )
})
