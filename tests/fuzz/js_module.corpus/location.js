history.pushState({}, '', location.pathname); f({ location, b: location }); top.location = a.location; ({ get location() { return 1 } })
