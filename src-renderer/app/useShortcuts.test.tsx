import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useUi } from '../components/uiStore.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { useShortcuts } from './useShortcuts.ts'

/** Frame with the palette's code still loading. */
function Frame() {
  useShortcuts()
  return null
}

const press = (target: EventTarget, init: KeyboardEventInit = {}) =>
  act(() => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init }))
  })
const isOpen = () => useUi.getState().paletteOpen

beforeEach(() => useUi.setState({ paletteOpen: true }))

describe('Escape', () => {
  it('closes a palette that is still loading', () => {
    renderWindow(<Frame />)
    press(document.body)
    expect(isOpen()).toBe(false)
  })

  it('leaves the palette open when another layer handled the key', () => {
    renderWindow(<Frame />)
    const layer = (event: Event) => event.preventDefault()
    document.addEventListener('keydown', layer, { once: true })
    press(document.body)
    expect(isOpen()).toBe(true)
  })

  it('leaves the palette open while an input method composes text', () => {
    renderWindow(<Frame />)
    press(document.body, { isComposing: true })
    expect(isOpen()).toBe(true)
  })
})
