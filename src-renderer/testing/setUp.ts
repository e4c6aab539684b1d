import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useToasts } from '../ui/toasts.ts'
import { sizeElements } from './sizeElements.ts'

// Makes React warn about updates that no test waited for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
sizeElements()
// Shortens errors: each failed query would otherwise print the whole page. Use `screen.debug()` to print it.
configure({ getElementError: (message) => new Error(message ?? 'no such element') })
// The test DOM does not implement this reflected attribute.
Object.defineProperty(Element.prototype, 'ariaRowIndex', {
  configurable: true,
  get(this: Element) {
    return this.getAttribute('aria-rowindex')
  },
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  sizeElements()
})
