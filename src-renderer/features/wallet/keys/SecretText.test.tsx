import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { SecretText } from './SecretText.tsx'

beforeAll(() => loadTexts('wallet'))

const NOTE = 'Hidden while this window is in the background.'

describe('SecretText', () => {
  it('hides the secret while the window is in the background', () => {
    renderWindow(<SecretText>abandon ability</SecretText>)
    expect(screen.queryByText(NOTE)).toBeNull()
    act(() => void window.dispatchEvent(new Event('blur')))
    expect(screen.getByText(NOTE)).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  it('prevents copying the secret', () => {
    renderWindow(<SecretText>abandon ability</SecretText>)
    const secret = screen.getByText('abandon ability')
    const copy = createEvent.copy(secret)
    fireEvent(secret, copy)
    expect(copy.defaultPrevented).toBe(true)
  })
})
