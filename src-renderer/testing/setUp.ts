import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { useToasts } from '../ui/toasts.ts'
import { sizeElements } from './sizeElements.ts'

// React then complains of updates that no test waited for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
sizeElements()
// Each look at a page that is not ready yet would otherwise print all of it; `screen.debug()` prints it on demand.
configure({ getElementError: (message) => new Error(message ?? 'no such element') })
// The page of the tests lacks this reflection of an attribute.
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
