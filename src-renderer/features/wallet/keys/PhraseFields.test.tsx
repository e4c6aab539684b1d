import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { PhraseFields } from './PhraseFields.tsx'

beforeAll(() => loadTexts('wallet'))

const PHRASE = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

function Phrase({ tried }: { readonly tried: boolean }) {
  const [words, setWords] = useState<readonly string[]>(Array.from({ length: 12 }, () => ''))
  return <PhraseFields words={words} onChange={setWords} tried={tried} />
}

const show = (tried = false) => renderWindow(<Phrase tried={tried} />)
const word = (place: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Word ${place}` })
const hint = () => screen.getByRole('status').textContent
const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

describe('PhraseFields', () => {
  it('completes an unambiguous word and moves on by Space', async () => {
    const { user } = show()
    await user.type(word(1), 'aban')
    expect(hint()).toBe('abandon: Space accepts it')
    await user.keyboard(' ')
    expect(word(1).value).toBe('abandon')
    expect(document.activeElement).toBe(word(2))
  })

  it('moves on by Enter, except from the last word', async () => {
    const { user } = show()
    await user.type(word(11), 'abou{Enter}')
    expect(document.activeElement).toBe(word(12))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(word(12))
  })

  it('moves back from an empty word by Backspace', async () => {
    const { user } = show()
    await user.click(word(3))
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(word(2))
  })

  it('suggests words with the typed beginning, or reports that there are none', async () => {
    const { user } = show()
    await user.type(word(1), 'abs')
    expect(hint()).toBe('absent · absorb · abstract · absurd')
    await user.type(word(1), 'x')
    expect(hint()).toBe('No word on the list starts like this.')
  })

  it('distributes a pasted phrase over its fields', async () => {
    const { user } = show()
    await user.click(word(1))
    await user.paste(`${PHRASE}\n`)
    await waitFor(() => expect(values()).toEqual(PHRASE.split(' ')))
  })

  it('extends its fields for a longer phrase', async () => {
    const { user } = show()
    await user.click(word(1))
    await user.paste(`${PHRASE} ${PHRASE}`)
    await waitFor(() => expect(values()).toHaveLength(24))
    expect(word(24).value).toBe('accident')
  })

  it('accepts letters only, in lower case', async () => {
    const { user } = show()
    await user.type(word(1), 'A1-b')
    expect(word(1).value).toBe('ab')
  })

  it('marks a word not on the list after it loses the focus', async () => {
    const { user } = show()
    await user.type(word(2), 'abcd')
    expect(word(2).getAttribute('aria-invalid')).toBeNull()
    await user.click(document.body)
    expect(word(2).getAttribute('aria-invalid')).toBe('true')
    expect(hint()).toBe('Word 2 is not on the list of 2,048 words.')
  })

  it('marks missing words only after an attempt', () => {
    show()
    expect(word(1).getAttribute('aria-invalid')).toBeNull()
  })

  it('marks every missing word after an attempt', () => {
    show(true)
    expect(word(12).getAttribute('aria-invalid')).toBe('true')
  })
})
