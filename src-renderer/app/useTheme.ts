import { useEffect } from 'react'
import { useUi } from '../components/uiStore.ts'

/** Applies the chosen theme to the page; without a choice the system's theme applies. */
export function useTheme(): void {
  const theme = useUi((state) => state.theme)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
  }, [theme])
}
