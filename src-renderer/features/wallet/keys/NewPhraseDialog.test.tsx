import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { NewPhraseDialog } from './NewPhraseDialog.tsx'

beforeAll(() => loadTexts('wallet'))

const WORDS = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ')
const phrase = WORDS.join(' ')

function show(replies: Replies = {}, options: FakeNodeOptions = {}) {
  const onClose = vi.fn()
  const all: Replies = { newphrase: () => ({ phrase }) as never, setphrase: () => ({}) as never, ...replies }
  return { ...renderWindow(<NewPhraseDialog replaces={false} older={0} onClose={onClose} />, all, options), onClose }
}

type User = ReturnType<typeof show>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))

/** Answers the three words that are asked for. */
async function answer(user: User, right = true) {
  for (const field of await screen.findAllByRole<HTMLInputElement>('textbox')) {
    const place = Number(/\d+/.exec(field.labels?.[0]?.textContent ?? '')?.[0])
    await user.type(field, right ? `${WORDS[place - 1]?.toUpperCase()} ` : 'zebra')
  }
}

describe('NewPhraseDialog', () => {
  it('shows the words, asks for three of them, and takes the phrase only then', async () => {
    const { user, node } = show()
    await press(user, 'Show the words')
    for (const word of WORDS) expect(await screen.findByText(word)).toBeTruthy()
    await press(user, 'I have written them down')
    expect(screen.queryByText(WORDS[0]!)).toBeNull()
    expect(node.inputsOf('setphrase')).toEqual([])
    await answer(user)
    await press(user, 'Use this phrase')
    expect(await screen.findByText(/The phrase is in use/)).toBeTruthy()
    expect(node.inputsOf('setphrase')).toEqual([{ phrase }])
  })

  it('takes no phrase after wrong words, and shows the words again', async () => {
    const { user, node } = show()
    await press(user, 'Show the words')
    await press(user, 'I have written them down')
    await answer(user, false)
    await press(user, 'Use this phrase')
    expect(await screen.findAllByText('This does not match. Check your paper.')).toHaveLength(3)
    expect(node.inputsOf('setphrase')).toEqual([])
    await press(user, 'Show the words again')
    expect(await screen.findByText(WORDS[0]!)).toBeTruthy()
  })

  it('makes a phrase of the chosen length', async () => {
    const { user, node } = show()
    await user.click(screen.getByRole('radio', { name: '24 words' }))
    await press(user, 'Show the words')
    await waitFor(() => expect(node.inputsOf('newphrase')).toEqual([{ words: 24 }]))
  })

  it('keeps the words on screen if the wallet does not take them', async () => {
    const { user } = show({
      setphrase: () => {
        throw new RpcError(RPC_ERROR.MISC, 'disk full')
      },
    })
    await press(user, 'Show the words')
    await press(user, 'I have written them down')
    await answer(user)
    await press(user, 'Use this phrase')
    expect(await screen.findByText('The wallet is unchanged.')).toBeTruthy()
    expect(screen.queryByText(/The phrase is in use/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Show the words again' })).toBeTruthy()
  })

  it('leaves the words to the desktop app', async () => {
    const { user } = show({}, { desktop: true })
    await press(user, 'Show the words')
    expect(await screen.findByText(/The phrase is in use/)).toBeTruthy()
    expect(screen.queryByText(WORDS[0]!)).toBeNull()
  })
})
