import { afterEach, expect, it } from 'vitest'
import { loadTexts, showLanguage } from '../i18n/texts.ts'
import { unitWord } from './unitWord.ts'

afterEach(() => showLanguage('en'))

it('translates known progress units, and returns unknown ones unchanged', async () => {
  await loadTexts('parts')
  expect(unitWord('rows')).toBe('rows')
  await showLanguage('es')
  expect(['blocks', 'bytes', 'outputs', 'addresses', 'rows', 'keys', 'characters'].map(unitWord)).toEqual([
    ...['bloques', 'bytes', 'salidas', 'direcciones', 'filas', 'claves', 'caracteres'],
  ])
  expect(unitWord('parsecs')).toBe('parsecs')
})
