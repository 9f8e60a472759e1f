document.getElementById("lamp").addEventListener("click", function () {
    document.documentElement.classList.toggle("lamp-out");
});
