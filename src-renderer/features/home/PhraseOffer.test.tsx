import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { PhraseOffer } from './PhraseOffer.tsx'

beforeAll(() => loadTexts('home'))

const fresh = { phrase: true, words: 12, phrasewritten: false, uncovered: 0, backup: null, backupcomplete: false }

function show(status: object, chain: object = { kind: 'created', name: 'GARDEN' }) {
  const listed = { id: 'one', ...chain }
  return renderWindow(<PhraseOffer />, {
    getwalletstatus: () => ({ ...fresh, ...status }) as never,
    listchains: () => ({ current: 'one', chains: [listed] }) as never,
  })
}

const banner = () => screen.queryByRole('region', { name: 'Recovery phrase' })

describe('PhraseOffer', () => {
  it.each([
    ['words that were never written down', {}, /Write down its 12 words/],
    ['a key with coins that they do not restore', { phrasewritten: true, uncovered: 1 }, /do not cover everything/],
    ['a wallet without a phrase or a backup', { phrase: false, words: null }, /words that you write down once/],
  ])('warns about %s', async (_, status, text) => {
    show(status)
    await waitFor(() => expect(banner()?.textContent).toMatch(text))
  })

  it.each([
    ['once the words cover everything', { phrasewritten: true }, undefined],
    ['in the sandbox', {}, { kind: 'sandbox', name: 'SANDBOX' }],
    ['while one is Friend', {}, { kind: 'friend', name: 'SANDBOX' }],
    ['in the sandbox of the option', {}, { kind: 'commandline', name: 'SANDBOX' }],
  ])('shows nothing %s', async (_, status, chain) => {
    const { node } = show(status, chain)
    await waitFor(() => expect(node.inputsOf('getwalletstatus')).toHaveLength(1))
    await waitFor(() => expect(node.inputsOf('listchains')).toHaveLength(1))
    await Promise.resolve()
    expect(banner()).toBeNull()
  })
})
