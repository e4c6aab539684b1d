// Runs before the first paint, so that a chosen theme never flashes the other one. The content policy allows no inline script.
try {
  const { state } = JSON.parse(localStorage.getItem('chainwright.ui') ?? '{}')
  if (state?.theme === 'light' || state?.theme === 'dark') document.documentElement.dataset.theme = state.theme
} catch {
  // Without storage the system's theme applies.
}
